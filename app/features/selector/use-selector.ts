import { useCallback, useEffect, useReducer, useRef } from 'react'

import { onStorageChange, storedValue } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { packAnswers } from '#domain/selector/pack-answers.ts'
import {
	hasAnsweredAll,
	keepValidAnswers,
	type Rating,
	type SelectorAnswers,
	type SelectorQuestionId,
} from '#domain/selector/selector-questions.ts'

export type Selection = { answers: SelectorAnswers; isCalculated: boolean }

export type SelectorState = Selection & {
	/** Answers before a reset, or before adopting shared answers. Allows one undo. */
	before: Selection | null
}

export type SelectorEvent =
	| { type: 'rate'; id: SelectorQuestionId; rating: Rating }
	| { type: 'unrate'; id: SelectorQuestionId }
	| { type: 'calculate' }
	| { type: 'reset' }
	| { type: 'adopt'; answers: SelectorAnswers }
	| { type: 'undo' }
	| { type: 'restore'; selection: Selection }

export const EMPTY_SELECTION: Selection = { answers: {}, isCalculated: false }
export const EMPTY_STATE: SelectorState = { ...EMPTY_SELECTION, before: null }

const put = ({ answers, isCalculated }: Selection, before: Selection | null): SelectorState => ({ answers, isCalculated, before })

/** Reducer of the selector. Results are available once every question is answered, and stay visible until a reset or an undo. */
export function selectorReducer(state: SelectorState, event: SelectorEvent): SelectorState {
	const { answers, isCalculated } = state
	switch (event.type) {
		case 'rate':
			if (answers[event.id] === event.rating) return state
			return put({ answers: { ...answers, [event.id]: event.rating }, isCalculated }, null)
		case 'unrate': {
			const { [event.id]: _gone, ...rest } = answers
			return put({ answers: rest, isCalculated }, null)
		}
		case 'calculate':
			return hasAnsweredAll(answers) ? { ...state, isCalculated: true } : state
		case 'reset':
			return put(EMPTY_SELECTION, { answers, isCalculated })
		case 'adopt':
			return put({ answers: event.answers, isCalculated: true }, { answers, isCalculated })
		case 'undo':
			return state.before ? put(state.before, null) : state
		case 'restore':
			return put(event.selection, null)
	}
}

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
 * State of the selector. Stores each change in this browser, and takes over newer ratings from another tab or the account.
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
