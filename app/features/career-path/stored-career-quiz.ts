import { storedValue } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { CAREER_QUESTION_COUNT } from '#domain/quiz/career-path-quiz.ts'

/** A finished quiz. `picks`: index of the picked option for each question. `takenAt`: milliseconds since 1970. */
export type StoredCareerQuiz = { version: 1; picks: readonly number[]; takenAt: number }

const OPTION_COUNT = 3
const isPick = (pick: unknown): pick is number => typeof pick === 'number' && Number.isInteger(pick) && pick >= 0 && pick < OPTION_COUNT

function parseQuiz(raw: unknown): StoredCareerQuiz | null {
	if (typeof raw !== 'object' || raw === null) return null
	const { version, picks, takenAt } = raw as Record<string, unknown>
	if (version !== 1 || typeof takenAt !== 'number' || !Number.isSafeInteger(takenAt) || !Array.isArray(picks)) return null
	return picks.length === CAREER_QUESTION_COUNT && picks.every(isPick) ? { version: 1, picks, takenAt } : null
}

/** The visitor's last finished career quiz; null if there is none or it can't be parsed. */
export const storedCareerQuiz = storedValue(storageKeys.careerQuiz, parseQuiz)
