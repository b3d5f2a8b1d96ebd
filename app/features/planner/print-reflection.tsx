import type { PlannerWords } from '#content/schema/planner.ts'
import { EMPTY_LOOK_BACK } from '#domain/planner/look-back.ts'
import { countCompleted, type PlannerWeek } from '#domain/planner/planner-week.ts'
import { formatMoney } from '#domain/pricing/money.ts'

/** On paper only: the weekly reflection and the progress tracker, with lines for a pen. */
export function PrintReflection({ words, plan }: { words: PlannerWords; plan: PlannerWeek }) {
	const { completed, rowCount } = countCompleted(plan)
	const { hours, earnedCents } = plan.lookBack ?? EMPTY_LOOK_BACK
	const noted = [hours === null ? '' : String(hours), earnedCents === null ? '' : formatMoney(earnedCents, 'USD')]
	const { reflection, tracker } = words
	return (
		<div className="print-only planner-paper">
			<section>
				<h2>{reflection.title}</h2>
				{reflection.questions.map((question) => (
					<div key={question} className="planner-answer">
						<h3>{question}</h3>
						<span />
						<span />
					</div>
				))}
			</section>
			<section>
				<h2>{tracker.title}</h2>
				<p className="planner-line">
					<b>{tracker.tasks}:</b> {completed} out of {rowCount}
				</p>
				{tracker.fields.map((label, index) => (
					<p key={label} className="planner-line">
						<b>{label}:</b> <span>{noted[index]}</span>
					</p>
				))}
				<p className="planner-line">
					<b>{tracker.confidence}:</b> <span /> {tracker.confidenceScale}
				</p>
			</section>
		</div>
	)
}
