import { enteredFields, type ExercisePlace, isFilled } from '#domain/exercises/filled-exercise.ts'

import { StoredAnswers } from './stored-answers.tsx'
import { useExercises } from './use-exercises.ts'

type EarlierExercisesProps = Omit<ExercisePlace, 'exerciseId'> & { lesson: { exercises: readonly { id: string }[] } }

/** Answers to exercises that the lesson no longer has. */
export function EarlierExercises({ moduleId, lessonId, lesson }: EarlierExercisesProps) {
	const ids = new Set(lesson.exercises.map(({ id }) => id))
	const earlier = useExercises().items.filter(
		(filled) => filled.moduleId === moduleId && filled.lessonId === lessonId && !ids.has(filled.exerciseId) && isFilled(filled),
	)
	if (earlier.length === 0) return null
	return (
		<section aria-label="From an earlier edition" className="mt-12 grid max-w-read gap-4">
			<h3>From an earlier edition</h3>
			<p>This lesson used to have different exercises. Here are your answers to them.</p>
			{earlier.map((filled) => (
				<div key={filled.exerciseId}>
					<h4>{filled.title}</h4>
					<StoredAnswers fields={enteredFields(filled)} />
				</div>
			))}
		</section>
	)
}
