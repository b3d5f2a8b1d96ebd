import type { SelectorContent } from '#content/schema/selector.ts'
import { RATINGS, type Rating, type SelectorAnswers, type SelectorQuestionId } from '#domain/selector/selector-questions.ts'

export type WorksheetPaper = 'filled' | 'blank'

type WorksheetProps = {
	selector: SelectorContent
	answers: SelectorAnswers
	onRate: (id: SelectorQuestionId, rating: Rating | null) => void
	/** True to show it on the screen; it is always printed. */
	isShown: boolean
}

/** Worksheet with all questions, to print or to fill in on the screen. */
export function Worksheet({ selector, answers, onRate, isShown }: WorksheetProps) {
	return (
		<section className="worksheet page" data-shown={isShown || undefined} aria-label="Worksheet">
			<p className="max-w-read">{selector.worksheetNote}</p>
			{selector.categories.map((category) => (
				<div key={category.id} className="worksheet-group">
					<h2>{category.label}</h2>
					{category.questions.map((question) => {
						const id = question.id as SelectorQuestionId // the content's schema requires exactly these ids
						return (
							<div key={id} role="group" aria-label={question.question} className="worksheet-row">
								<p>
									{question.question}{' '}
									<span className="text-soft">
										(1: {question.low}, 5: {question.high})
									</span>
								</p>
								<div className="worksheet-boxes flex gap-5">
									{RATINGS.map((rating) => (
										<label key={rating}>
											<input
												type="checkbox"
												className="tick"
												checked={answers[id] === rating}
												onChange={(event) => onRate(id, event.target.checked ? rating : null)}
											/>
											{rating}
										</label>
									))}
								</div>
							</div>
						)
					})}
					<p className="worksheet-line">Average of {category.label}: ______ out of 5</p>
				</div>
			))}
		</section>
	)
}
