import { RadioGroup } from '#app/ui/choice.tsx'
import type { ProjectChoice as ChoiceWords } from '#content/schema/module.ts'

type ProjectChoiceProps = { words: ChoiceWords; selected: string | null; onSelect: (projectId: string) => void }

/** Lets the learner pick a project, in the one module that has projects. */
export function ProjectChoice({ words, selected, onSelect }: ProjectChoiceProps) {
	return (
		<section aria-labelledby="project-choice" className="mt-14 grid max-w-read gap-4">
			<h3 id="project-choice">{words.title}</h3>
			<p>{words.text}</p>
			<RadioGroup
				label={words.question}
				options={words.projects.map((project) => ({
					value: project.id,
					label: (
						<span className="grid gap-1">
							<span className="font-semibold">
								{project.title} <span className="font-normal">({project.time})</span>
							</span>
							<span>{project.description}</span>
							<span className="text-soft">Finished when: {project.finished}</span>
						</span>
					),
				}))}
				value={selected}
				onChange={onSelect}
			/>
		</section>
	)
}

export function ChosenProject({ words, selected }: Omit<ProjectChoiceProps, 'onSelect'>) {
	const project = words.projects.find(({ id }) => id === selected)
	return (
		<div className="mb-8 max-w-read border-y border-line-strong py-3">
			{project ? (
				<p>
					<b>
						{words.chosenLabel}: {project.title}.
					</b>{' '}
					Finished when: {project.finished}
				</p>
			) : (
				<p>{words.noneText}</p>
			)}
		</div>
	)
}
