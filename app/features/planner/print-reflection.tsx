import type { PlannerWords } from '#content/schema/planner.ts'

/** On paper only: the weekly reflection and the progress tracker, with lines for a pen. */
export function PrintReflection({ words, completed, rowCount }: { words: PlannerWords; completed: number; rowCount: number }) {
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
				{tracker.fields.map((label) => (
					<p key={label} className="planner-line">
						<b>{label}:</b> <span />
					</p>
				))}
				<p className="planner-line">
					<b>{tracker.confidence}:</b> <span /> {tracker.confidenceScale}
				</p>
			</section>
		</div>
	)
}
