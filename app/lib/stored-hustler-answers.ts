import { isHustlerType, type HustlerType } from '#domain/quiz/hustler-quiz.ts'

import { storedValue } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'

/** `takenAt`: ISO timestamp. */
export type HustlerAnswers = { quiz: 'hustler'; answers: readonly HustlerType[]; takenAt: string }

function parseAnswers(raw: unknown): HustlerAnswers | null {
	if (typeof raw !== 'object' || raw === null) return null
	const { quiz, answers, takenAt } = raw as Record<string, unknown>
	if (quiz !== 'hustler' || typeof takenAt !== 'string' || !Array.isArray(answers) || !answers.every(isHustlerType)) return null
	return { quiz, answers, takenAt }
}

/** The visitor's last finished quiz; null if there is none or it can't be parsed. */
export const storedHustlerAnswers = storedValue(storageKeys.quizResult, parseAnswers)
