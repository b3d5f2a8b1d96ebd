import { storedValue } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { keepValidAnswers } from '#domain/selector/selector-questions.ts'

import type { Selection } from './selector-state.ts'

/** `changedAt`: milliseconds since 1970. */
export type StoredSelection = Selection & { version: 1; changedAt: number }

function parseSelection(raw: unknown): StoredSelection | null {
	if (typeof raw !== 'object' || raw === null) return null
	const { version, answers, isCalculated, changedAt } = raw as Record<string, unknown>
	if (version !== 1 || typeof changedAt !== 'number' || !Number.isSafeInteger(changedAt) || changedAt < 0) return null
	return { version: 1, answers: keepValidAnswers(answers), isCalculated: isCalculated === true, changedAt }
}

/** The visitor's ratings in this browser. Invalid ratings are skipped. */
export const storedSelection = storedValue(storageKeys.selector, parseSelection)
