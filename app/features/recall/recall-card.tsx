import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'

import { Icon } from '#app/ui/icon.tsx'
import type { RecallQuestion } from '#contracts/recall.ts'

type RecallCardProps = {
	question: RecallQuestion
	chosen: number | null
	onChoose: (index: number) => void
	note: ReactNode
	/** Position in a series, such as "Question 1 of 4"; becomes part of the accessible name. */
	place?: string
	/** Ref to the first option. Focusing it makes screen readers read the question, too. */
	firstOption?: Ref<HTMLButtonElement>
}

/** Card with a recall question. Keys 1 to 4 pick an option, too. */
export function RecallCard({
	question: { question, options, correct, explanation },
	chosen,
	onChoose,
	note,
	place,
	firstOption,
}: RecallCardProps) {
	const id = useId()
	const answer = options[correct] ?? ''

	function onKeyDown({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
		const index = Number(key) - 1
		if (chosen === null && !ctrlKey && !metaKey && !altKey && options[index] !== undefined) onChoose(index)
	}
	return (
		<div role="group" aria-labelledby={id} className="recall-card">
			<p id={id} className="font-semibold">
				{place && <span className="block text-soft font-normal">{place} </span>}
				{question}
			</p>
			<ol className="recall-choices">
				{options.map((option, index) => {
					const isRight = index === correct
					const isMarked = chosen !== null && (isRight || index === chosen)
					return (
						<li key={option}>
							<button
								type="button"
								ref={index === 0 ? firstOption : undefined}
								className="recall-choice"
								data-mark={isMarked ? (isRight ? 'right' : 'wrong') : undefined}
								// After an answer the other options leave the tab order, so that the next button is one Tab away.
								tabIndex={chosen === null || chosen === index ? undefined : -1}
								aria-pressed={chosen === index}
								aria-disabled={chosen !== null || undefined}
								onClick={chosen === null ? () => onChoose(index) : undefined}
								onKeyDown={onKeyDown}
							>
								<span>{option}</span>
								{isMarked && (
									<>
										<Icon name={isRight ? 'check' : 'close'} />
										<span className="sr-only">{isRight ? 'the answer' : 'not the answer'}</span>
									</>
								)}
							</button>
						</li>
					)
				})}
			</ol>
			<div role="status">
				{chosen !== null && (
					<p>
						<b>{chosen === correct ? 'Right.' : `Not yet. The answer: ${answer}.`}</b> {explanation}
					</p>
				)}
				{note && <p className="text-soft screen-only">{note}</p>}
			</div>
			{chosen === null && (
				<p className="recall-paper">
					<b>Answer: {answer}.</b> {explanation}
				</p>
			)}
		</div>
	)
}
