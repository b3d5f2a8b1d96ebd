import { Button } from '#app/ui/button.tsx'
import { countAnswers, isComplete, SELECTOR_QUESTION_IDS } from '#domain/selector/selector-questions.ts'

import type { SelectorEvent, SelectorState } from './selector-state.ts'

type SelectorActionsProps = { state: SelectorState; act: (event: SelectorEvent) => void; onCalculate: () => void }

/** How far the visitor is, and the available actions. */
export function SelectorActions({ state, act, onCalculate }: SelectorActionsProps) {
	const count = countAnswers(state.answers)
	return (
		<div className="page needs-js screen-only">
			<div className="selector-actions">
				<p role="status" className="text-lg">
					{state.before
						? 'We set your earlier answers aside. Undo brings them back.'
						: `${count} of ${SELECTOR_QUESTION_IDS.length} questions answered`}
				</p>
				<div className="flex flex-wrap items-start gap-x-4 gap-y-3">
					<Button size="lg" disabled={!isComplete(state.answers)} onClick={onCalculate}>
						Calculate Results
					</Button>
					{state.before && (
						<Button variant="secondary" size="lg" onClick={() => act({ type: 'undo' })}>
							Undo
						</Button>
					)}
					{count > 0 && (
						<Button variant="quiet" size="lg" onClick={() => act({ type: 'reset' })}>
							Reset Answers
						</Button>
					)}
				</div>
			</div>
		</div>
	)
}
