import { storedValue } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

/** What one person answered here beside the progress record; another who signs in on this browser must not find it. */
const ANSWERS = [storageKeys.quizResult, storageKeys.trial, storageKeys.selector, storageKeys.careerQuiz] as const

/** Forgets the answers of whoever used this browser before. The planner keeps a book per account by itself. */
export function clearPersonalAnswers(): void {
	for (const key of ANSWERS) storedValue(key, () => null).clear()
}
