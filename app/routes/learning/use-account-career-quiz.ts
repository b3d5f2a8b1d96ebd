import { useCallback, useEffect } from 'react'

import { storedCareerQuiz } from '#app/features/career-path/use-career-quiz.ts'
import { progressStore } from '#app/features/progress/progress-store.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { useProgress } from '#app/features/progress/use-progress.ts'
import type { TrackId } from '#domain/quiz/career-path-quiz.ts'

const RESULT = { kind: 'quiz-result', key: 'career-path' } as const

/**
 * Saves finished results with the progress, and shows a newer result from another browser here.
 * @returns a function to call with each finished quiz
 */
export function useAccountCareerQuiz(): (picks: readonly number[], first: TrackId) => void {
	useProgressSync()
	const { entries } = useProgress()
	const entry = entries.find(({ kind, key }) => kind === RESULT.kind && key === RESULT.key)

	useEffect(() => {
		const answers = entry?.detail?.answers
		if (!entry || typeof answers !== 'string' || (storedCareerQuiz.read()?.takenAt ?? -1) >= entry.changedAt) return
		storedCareerQuiz.write({ version: 1, picks: answers.split(',').map(Number), takenAt: entry.changedAt })
	}, [entry])

	return useCallback((picks, type) => progressStore.record({ ...RESULT, done: true, detail: { type, answers: picks.join(',') } }), [])
}
