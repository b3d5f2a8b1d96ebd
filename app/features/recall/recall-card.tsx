import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'

import { Icon } from '#app/ui/icon.tsx'
import type { RecallQuestion } from '#contracts/recall.ts'

const CHOICE =
	'flex min-h-11 w-full items-baseline gap-3 bg-ground px-3 py-2 text-left [&>svg]:flex-none [&>svg]:self-center print:min-h-0 print:py-[.1rem]'
const NUMBER = "before:text-soft before:tabular-nums before:content-[counter(option)_/_'']"
const ACTIVE = 'cursor-pointer hover:border-ink hover:bg-sunk'
const UNMARKED = 'border border-line-strong print:border-0'
const RIGHT = 'border-2 border-spruce-ink font-semibold text-spruce-ink'
const WRONG = 'border-2 border-danger-ink text-danger-ink'

type RecallCardProps = {
	question: RecallQuestion
	chosen: number | null
	onChoose: (index: number) => void
	note: ReactNode
	/** Position in a series, such as "Question 1 of 4"; becomes part of the accessible name. */
	place?: string
	/** Ref to the first option. When it gets focus, screen readers read the question, too. */
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
		<div role="group" aria-labelledby={id} className="m-0 grid gap-3 [&>*]:m-0 [&>*]:min-w-0">
			<p id={id} className="font-semibold">
				{place && <span className="block text-soft font-normal">{place} </span>}
				{question}
			</p>
			<ol className="grid list-none gap-2 p-0 [counter-reset:option]">
				{options.map((option, index) => {
					const isRight = index === correct
					const isMarked = chosen !== null && (isRight || index === chosen)
					return (
						<li key={option} className="m-0 p-0 [counter-increment:option]">
							<button
								type="button"
								ref={index === 0 ? firstOption : undefined}
								className={`recall-choice ${CHOICE} ${NUMBER} ${chosen === null ? ACTIVE : 'cursor-default'} ${isMarked ? (isRight ? RIGHT : WRONG) : UNMARKED}`}
								data-mark={isMarked ? (isRight ? 'right' : 'wrong') : undefined}
								// After an answer, the other options can't be reached with Tab, so that the next button is one Tab away.
								tabIndex={chosen === null || chosen === index ? undefined : -1}
								aria-pressed={chosen === index}
								aria-disabled={chosen !== null || undefined}
								onClick={chosen === null ? () => onChoose(index) : undefined}
								onKeyDown={onKeyDown}
							>
								<span className="min-w-0 flex-1 wrap-anywhere">{option}</span>
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
			<div role="status" className="empty:hidden [&>:not(:first-child)]:mt-2">
				{chosen !== null && (
					<p>
						<b>{chosen === correct ? 'Right.' : `Not quite. The answer is: ${answer}.`}</b> {explanation}
					</p>
				)}
				{note && <p className="text-soft screen-only">{note}</p>}
			</div>
			{chosen === null && (
				<p className="hidden print:block">
					<b>Answer: {answer}.</b> {explanation}
				</p>
			)}
		</div>
	)
}
