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

/** Empty box to fill in by hand, even for questions already answered on the page. */
const BLANK =
	'print:in-data-[worksheet=blank]:appearance-none print:in-data-[worksheet=blank]:rounded-[2px] print:in-data-[worksheet=blank]:border-[1.5px] print:in-data-[worksheet=blank]:border-ink'

/** Worksheet with all questions, to print or to fill in on the screen. */
export function Worksheet({ selector, answers, onRate, isShown }: WorksheetProps) {
	return (
		<section className={`page py-8 print:block print:py-0 ${isShown ? '' : 'hidden'}`} aria-label="Worksheet">
			<p className="max-w-read">{selector.worksheetNote}</p>
			{selector.categories.map((category) => (
				<div key={category.id} className="break-inside-avoid py-6 print:pt-[8pt] print:pb-0">
					<h2 className="print:text-[14pt]">{category.label}</h2>
					{category.questions.map((question) => {
						const id = question.id as SelectorQuestionId // the content's schema requires exactly these IDs
						return (
							<div
								key={id}
								role="group"
								aria-label={question.question}
								className="grid gap-x-8 gap-y-2 border-b border-line-strong py-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center print:grid-cols-[minmax(0,1fr)_auto] print:py-[3pt]"
							>
								<p>
									{question.question}{' '}
									<span className="text-soft">
										(1: {question.low}, 5: {question.high})
									</span>
								</p>
								<div className="worksheet-boxes flex gap-5">
									{RATINGS.map((rating) => (
										<label key={rating} className="flex min-h-11 items-center gap-[.4rem] tabular-nums print:min-h-0">
											<input
												type="checkbox"
												className={`tick print:size-[12pt] ${BLANK}`}
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
