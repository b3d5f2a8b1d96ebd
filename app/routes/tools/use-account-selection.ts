import { useCallback, useEffect } from 'react'

import { progressStore } from '#app/features/progress/progress-store.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { useProgress } from '#app/features/progress/use-progress.ts'
import type { Selection } from '#app/features/selector/selector-state.ts'
import { storedSelection } from '#app/features/selector/use-selector.ts'
import { fromSelectorResult, toSelectorResult } from '#domain/selector/selector-result.ts'

const RESULT = { kind: 'quiz-result', key: 'income-selector' } as const

/**
 * Saves finished results with the progress, and shows a newer result from another browser here. A reset clears only this browser.
 * @returns a function to call with each change
 */
export function useAccountSelection(): (selection: Selection) => void {
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
