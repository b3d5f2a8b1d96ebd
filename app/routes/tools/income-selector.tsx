import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { progressStore, useProgress } from '#app/features/progress/progress-store.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { IncomeSelector } from '#app/features/selector/income-selector.tsx'
import { readSharedLink } from '#app/features/selector/shared-notice.tsx'
import { type Selection, storedSelection } from '#app/features/selector/use-selector.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'
import { fromSelectorResult, toSelectorResult } from '#domain/selector/selector-result.ts'

import type { Route } from './+types/income-selector.ts'

const RESULT = { kind: 'quiz-result', key: 'income-selector' } as const

/**
 * Saves finished results as progress, and shows a newer result from another browser. A reset affects only this browser.
 * @returns a function to call with each change
 */
function useAccountSelection(): (selection: Selection) => void {
	useProgressSync()
	const { entries } = useProgress()
	const entry = entries.find(({ kind, key }) => kind === RESULT.kind && key === RESULT.key)

	useEffect(() => {
		const answers = fromSelectorResult(entry?.detail?.answers)
		if (!entry || !answers || (storedSelection.read()?.changedAt ?? -1) >= entry.changedAt) return
		storedSelection.write({ version: 1, answers, isCalculated: true, changedAt: entry.changedAt })
	}, [entry])

	return useCallback(({ answers, isCalculated }: Selection) => {
		const detail = isCalculated ? toSelectorResult(answers) : null
		if (detail) progressStore.record({ ...RESULT, done: true, detail })
	}, [])
}

export const loader = fromContent(({ disclaimers, selector }) => ({ selector, incomeNote: disclaimers.incomeNote }))

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, {
		title: loaderData.selector.title,
		description: loaderData.selector.description,
		path: paths.incomeSelector,
		image: '/og/income-selector.png',
	})

export default function IncomeSelectorRoute({ loaderData }: Route.ComponentProps) {
	const isHydrated = useHydrated()
	const keepInAccount = useAccountSelection()
	const [query, setQuery] = useSearchParams()
	const leaveShared = useCallback(() => setQuery({}, { preventScrollReset: true }), [setQuery])
	return (
		<IncomeSelector
			selector={loaderData.selector}
			incomeNote={loaderData.incomeNote}
			shared={readSharedLink(isHydrated ? query.get('answers') : null)}
			sharePath={paths.sharedSelection}
			onLeaveShared={leaveShared}
			onChange={keepInAccount}
		/>
	)
}
