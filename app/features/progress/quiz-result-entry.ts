import { storedHustlerAnswers } from '#app/lib/stored-hustler-answers.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import { isHustlerType, scoreHustlerQuiz } from '#domain/quiz/hustler-quiz.ts'

/** Returns this browser's finished quiz as a progress entry to store in the account, or null. */
export function readQuizResult(): ProgressEntry | null {
	const result = storedHustlerAnswers.read()
	const type = result && scoreHustlerQuiz(result.answers)
	const changedAt = result ? Date.parse(result.takenAt) : Number.NaN
	if (!result || !type || !(changedAt >= 0)) return null
	return { kind: 'quiz-result', key: 'hustler', done: true, changedAt, detail: { type, answers: result.answers.join(',') } }
}

/** Stores the account's quiz result in this browser if it has none or an older one. */
export function writeQuizResult(entries: readonly ProgressEntry[]): void {
	const entry = entries.find(({ kind, key }) => kind === 'quiz-result' && key === 'hustler')
	const answers = typeof entry?.detail?.answers === 'string' ? entry.detail.answers.split(',').filter(isHustlerType) : []
	if (!entry || answers.length === 0 || (readQuizResult()?.changedAt ?? -1) >= entry.changedAt) return
	storedHustlerAnswers.write({ quiz: 'hustler', answers, takenAt: new Date(entry.changedAt).toISOString() })
}
