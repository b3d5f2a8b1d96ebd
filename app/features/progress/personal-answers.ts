import { storedValue } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

/** Answers kept here outside the progress record; another person who signs in on this browser must not see them. */
const ANSWERS = [storageKeys.quizResult, storageKeys.trial, storageKeys.selector, storageKeys.careerQuiz] as const

/** Forgets the answers of the person who used this browser before. The planner already keeps one book per account. */
export function clearPersonalAnswers(): void {
	for (const key of ANSWERS) storedValue(key, () => null).clear()
}
