import { type ReactNode, useId, useState } from 'react'

import { Button, LinkButton } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { SelectorContent } from '#content/schema/selector.ts'
import { packAnswers } from '#domain/selector/pack-answers.ts'
import { countAnswers, hasAnsweredAll, SELECTOR_QUESTION_IDS } from '#domain/selector/selector-questions.ts'

import { RatingGroups } from './rating-groups.tsx'
import { SelectorHead } from './selector-head.tsx'
import { SelectorResults } from './selector-results.tsx'
import { type SharedLink, SharedNotice } from './shared-notice.tsx'
import { type Selection, type SelectorEvent, type SelectorState, useSelector } from './use-selector.ts'
import { Worksheet, type WorksheetPaper } from './worksheet.tsx'

/**
 * Button that copies a link containing the answers; nothing is stored on the server.
 * @param path path and query; the visitor's origin is prepended
 */
function ShareResults({ path }: { path: string }) {
	const id = useId()
	const [address, setAddress] = useState<string | null>(null)

	async function share() {
		const link = new URL(path, location.origin).href
		setAddress(link)
		try {
			await navigator.clipboard.writeText(link)
			toast({ title: 'Link copied', description: 'Anyone who opens it sees these answers and their results.' })
		} catch {
			// Copying was blocked, so the link is shown instead.
			toast({ title: 'Your link is ready', description: 'Copy it from the field below the button.' })
		}
	}

	const isCurrent = address?.endsWith(path) ?? false
	return (
		<div className="grid content-start justify-items-start gap-3">
			<Button variant="secondary" onClick={() => void share()}>
				Share Results
			</Button>
			{isCurrent && address && (
				<div className="w-full">
					<label htmlFor={id} className="font-semibold">
						Link to these answers
					</label>
					<input id={id} className="control" readOnly value={address} onFocus={(event) => event.target.select()} />
				</div>
			)}
		</div>
	)
}

type SelectorActionsProps = { state: SelectorState; act: (event: SelectorEvent) => void; onCalculate: () => void }

function SelectorActions({ state, act, onCalculate }: SelectorActionsProps) {
	const count = countAnswers(state.answers)
	return (
		<div className="page needs-js screen-only">
			<div className="grid gap-4 pt-8 pb-12 border-t-2 border-ink">
				<p role="status" className="text-lg">
					{state.before
						? 'We set your earlier answers aside. Undo brings them back.'
						: `${count} of ${SELECTOR_QUESTION_IDS.length} questions answered`}
				</p>
				<div className="flex flex-wrap items-start gap-x-4 gap-y-3">
					<Button size="lg" disabled={!hasAnsweredAll(state.answers)} onClick={onCalculate}>
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

function SelectorNext({ words, share }: { words: SelectorContent['next']; share: ReactNode }) {
	return (
		<div className="page screen-only grid gap-12 py-[clamp(2.5rem,6vw,4.5rem)] lg:grid-cols-[1fr_auto]">
			<div className="lg:only:col-span-full">
				<h2>{words.title}</h2>
				<p className="mt-3 max-w-read text-lg">{words.text}</p>
				<div className="mt-6 flex flex-wrap gap-4">
					{words.links.map(({ label, href }, index) => (
						<LinkButton key={href} to={href} variant={index === 0 ? 'secondary' : 'quiet'}>
							{label}
						</LinkButton>
					))}
				</div>
			</div>
			{share}
		</div>
	)
}

type IncomeSelectorProps = {
	selector: SelectorContent
	incomeNote: string
	shared: SharedLink
	sharePath: (packed: string) => string
	onLeaveShared: () => void
	onChange: (selection: Selection) => void
}

export function IncomeSelector({ selector, incomeNote, shared, sharePath, onLeaveShared, onChange }: IncomeSelectorProps) {
	const { state, act } = useSelector(onChange)
	const [worksheet, setWorksheet] = useState<WorksheetPaper | null>(null)
	const [hasAsked, setAsked] = useState(false)
	const { answers } = shared.state === 'answers' ? shared : state
	const isOwn = shared.state !== 'answers'

	function print(paper: WorksheetPaper) {
		setWorksheet(paper)
		// Waits for the boxes to be rendered, because some browsers print immediately.
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
