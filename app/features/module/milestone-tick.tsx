import { Checkbox } from '#app/ui/choice.tsx'
import type { Milestone } from '#content/schema/module.ts'

type MilestoneTickProps = { milestone: Milestone; isDone: boolean; onToggle: (isDone: boolean) => void }

/** What the learner did away from the page, ticked here. */
export function MilestoneTick({ milestone, isDone, onToggle }: MilestoneTickProps) {
	return (
		<section aria-labelledby="milestone" className="mt-12 max-w-read border-l-6 border-sun py-2 pl-5">
			<h3 id="milestone">{milestone.title}</h3>
			<div className="mt-2">
				<Checkbox label={milestone.label} checked={isDone} onChange={(event) => onToggle(event.target.checked)} />
			</div>
		</section>
	)
}
