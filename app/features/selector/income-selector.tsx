import { useState } from 'react'

import type { SelectorContent } from '#content/schema/selector.ts'
import { packAnswers } from '#domain/selector/pack-answers.ts'
import { countAnswers } from '#domain/selector/selector-questions.ts'

import { RatingGroups } from './rating-groups.tsx'
import { SelectorActions } from './selector-actions.tsx'
import { SelectorHead } from './selector-head.tsx'
import { SelectorNext } from './selector-next.tsx'
import { SelectorResults } from './selector-results.tsx'
import type { Selection } from './selector-state.ts'
import { ShareResults } from './share-results.tsx'
import { SharedNotice, type SharedLink } from './shared-notice.tsx'
import { useSelector } from './use-selector.ts'
import { Worksheet, type WorksheetPaper } from './worksheet.tsx'

type IncomeSelectorProps = {
	selector: SelectorContent
	incomeNote: string
	/** What the address holds. */
	shared: SharedLink
	/** Path of a link to packed answers. */
	sharePath: (packed: string) => string
	onLeaveShared: () => void
	onChange: (selection: Selection) => void
}

/** The whole tool: head, quick start, questions as sliders or boxes, results. */
export function IncomeSelector({ selector, incomeNote, shared, sharePath, onLeaveShared, onChange }: IncomeSelectorProps) {
	const { state, act } = useSelector(onChange)
	const [worksheet, setWorksheet] = useState<WorksheetPaper | null>(null)
	const [hasAsked, setAsked] = useState(false)
	const { answers } = shared.state === 'answers' ? shared : state
	const isOwn = shared.state !== 'answers'

	function print(paper: WorksheetPaper) {
		setWorksheet(paper)
		// After the boxes are on the page; some browsers print the page as it is at the call.
		setTimeout(() => window.print(), 50)
	}

	return (
		<div className="selector" data-worksheet={worksheet}>
			<SelectorHead
				selector={selector}
				worksheet={worksheet}
				hasAnswers={countAnswers(answers) > 0}
				onPrint={print}
				onLeaveWorksheet={() => setWorksheet(null)}
			/>
			<SharedNotice
				link={shared}
				onLeave={onLeaveShared}
				onAdopt={(adopted) => {
					act({ type: 'adopt', answers: adopted })
					onLeaveShared()
				}}
			/>
			{isOwn && (
				<div className="screen-only" hidden={worksheet !== null}>
					<RatingGroups categories={selector.categories} answers={answers} onRate={(id, rating) => act({ type: 'rate', id, rating })} />
				</div>
			)}
			<Worksheet
				selector={selector}
				answers={answers}
				isShown={isOwn && worksheet !== null}
				onRate={(id, rating) => act(rating === null ? { type: 'unrate', id } : { type: 'rate', id, rating })}
			/>
			{isOwn && (
				<SelectorActions
					state={state}
					act={act}
					onCalculate={() => {
						setAsked(true)
						act({ type: 'calculate' })
					}}
				/>
			)}
			{(state.isCalculated || !isOwn) && (
				<SelectorResults selector={selector} answers={answers} incomeNote={incomeNote} takesFocus={isOwn && hasAsked} />
			)}
			<SelectorNext words={selector.next} share={isOwn && state.isCalculated && <ShareResults path={sharePath(packAnswers(answers))} />} />
		</div>
	)
}
