import { useCallback, useEffect, useReducer, useRef } from 'react'

import { onStorageChange, storedValue } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { packAnswers } from '#domain/selector/pack-answers.ts'
import { keepValidAnswers } from '#domain/selector/selector-questions.ts'

import { EMPTY_STATE, type Selection, type SelectorEvent, selectorReducer } from './selector-state.ts'

/** `changedAt`: milliseconds since 1970. */
type StoredSelection = Selection & { version: 1; changedAt: number }

function parseSelection(raw: unknown): StoredSelection | null {
	if (typeof raw !== 'object' || raw === null) return null
	const { version, answers, isCalculated, changedAt } = raw as Record<string, unknown>
	if (version !== 1 || typeof changedAt !== 'number' || !Number.isSafeInteger(changedAt) || changedAt < 0) return null
	return { version: 1, answers: keepValidAnswers(answers), isCalculated: isCalculated === true, changedAt }
}

/** The visitor's ratings in this browser. Invalid ratings are skipped. */
export const storedSelection = storedValue(storageKeys.selector, parseSelection)

const isSame = (a: Selection, b: Selection) => a.isCalculated === b.isCalculated && packAnswers(a.answers) === packAnswers(b.answers)

/**
 * State of the selector. Each change is stored in this browser; newer ratings from another tab or the account are restored.
 * @param onChange called with each change by the visitor, to save it to the account
 */
export function useSelector(onChange: (selection: Selection) => void) {
	const [state, dispatch] = useReducer(selectorReducer, EMPTY_STATE)
	const shown = useRef(state)
	const changedAt = useRef(-1)

	const apply = useCallback((event: SelectorEvent) => {
		shown.current = selectorReducer(shown.current, event)
		dispatch(event)
	}, [])

	useEffect(() => {
		const restore = () => {
			const kept = storedSelection.read()
			if (!kept || kept.changedAt <= changedAt.current) return
			changedAt.current = kept.changedAt
			if (!isSame(kept, shown.current)) apply({ type: 'restore', selection: kept })
		}
		restore()
		return onStorageChange(restore)
	}, [apply])

	const act = useCallback(
		(event: SelectorEvent) => {
			const before = shown.current
			apply(event)
			const { answers, isCalculated } = shown.current
			if (isSame(before, shown.current)) return
			changedAt.current = Math.max(Date.now(), changedAt.current + 1)
			storedSelection.write({ version: 1, answers, isCalculated, changedAt: changedAt.current })
			onChange({ answers, isCalculated })
		},
		[apply, onChange],
	)
	return { state, act }
}
