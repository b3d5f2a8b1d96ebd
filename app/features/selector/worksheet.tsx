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
				<div key={category.id} className="py-6 break-inside-avoid print:pt-[8pt] print:pb-0">
					<h2>{category.label}</h2>
					{category.questions.map((question) => {
						const id = question.id as SelectorQuestionId // the content's schema requires exactly these ids
						return (
							<div
								key={id}
								role="group"
								aria-label={question.question}
								className="grid gap-y-2 gap-x-8 py-3 border-b border-line-strong md:grid-cols-[minmax(0,1fr)_auto] md:items-center print:grid-cols-[minmax(0,1fr)_auto] print:py-[3pt]"
							>
								<p>
									{question.question}{' '}
									<span className="text-soft">
										(1: {question.low}, 5: {question.high})
									</span>
								</p>
								<div className="worksheet-boxes flex gap-5">
									{RATINGS.map((rating) => (
										<label className="flex items-center gap-[.4rem] min-h-11 tabular-nums print:min-h-0" key={rating}>
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
					<p className="mt-[.9rem] font-semibold">Average of {category.label}: ______ out of 5</p>
				</div>
			))}
		</section>
	)
}
