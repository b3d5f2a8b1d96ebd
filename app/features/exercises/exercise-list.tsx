import { Link } from 'react-router'

import { FileButton } from '#app/lib/file-button.tsx'
import { paths } from '#contracts/paths.ts'
import { enteredFields, exerciseKey, type FilledExercise, isFilled } from '#domain/exercises/filled-exercise.ts'

import { describeSaveState } from './describe-save-state.ts'
import { StoredAnswers } from './stored-answers.tsx'
import { useExercises, useExercisesState } from './use-exercises.ts'

/** Button to download all answers as a PDF. Shown only once the account has this browser's answers, because the server creates the file. */
const PdfButton = () => (
	<div className="screen-only">
		<FileButton path="/api/exercises/exercises.pdf" name="my-exercises.pdf" label="Download exercises as PDF" variant="secondary" />
	</div>
)

type NamedModule = { id: number; title: string; sections: readonly { id: string; title: string; lessonId: string | null }[] }

const findSection = (modules: readonly NamedModule[], { moduleId, lessonId }: FilledExercise) => {
	const module = modules.find(({ id }) => id === moduleId)
	const place = module?.sections.findIndex((section) => section.lessonId === lessonId) ?? -1
	const section = module?.sections[place]
	return module && section ? { module, section, place } : null
}

export function ExerciseList({ modules }: { modules: readonly NamedModule[] }) {
	const { items: exercises, unsent, isKept } = useExercises()
	const sync = useExercisesState()
	const filled = exercises
		.filter(isFilled)
		.map((exercise) => ({ exercise, found: findSection(modules, exercise) }))
		.toSorted((a, b) => a.exercise.moduleId - b.exercise.moduleId || (a.found?.place ?? 99) - (b.found?.place ?? 99))
	return (
		<section aria-labelledby="exercises" className="grid w-full max-w-read gap-6">
			<h2 id="exercises">Your exercises</h2>
			{filled.length === 0 ? (
				<p>Your answers to exercises appear here.</p>
			) : (
				<p role="status" className="screen-only text-soft">
					{describeSaveState({ sync, isKept, isTooLarge: false, isUnsent: unsent.length > 0 })}
				</p>
			)}
			{filled.length > 0 && (sync === 'synced' || sync === 'nearly-full') && <PdfButton />}
			{filled.map(({ exercise, found }) => (
				<article key={exerciseKey(exercise)} className="grid gap-2 border-t border-line-strong pt-4">
					<h3>{exercise.title}</h3>
					<p>
						{found ? (
							<Link className="link" to={`${paths.courseModule(found.module.id)}?section=${found.section.id}`}>
								{found.module.title}, {found.section.title}
							</Link>
						) : (
							'From an earlier edition of the course'
						)}
					</p>
					<StoredAnswers fields={enteredFields(exercise)} />
				</article>
			))}
		</section>
	)
}
