import { useCallback, useEffect, useState } from 'react'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { CAREER_QUESTION_COUNT } from '#domain/quiz/career-path-quiz.ts'

import { storedCareerQuiz } from './stored-career-quiz.ts'

type QuizState =
	| { step: 'closed' }
	| { step: 'answering'; picks: readonly (number | null)[] }
	/** `isFresh`: submitted just now, not restored from storage. */
	| { step: 'result'; picks: readonly number[]; isFresh: boolean }

const UNANSWERED: readonly (number | null)[] = Array.from({ length: CAREER_QUESTION_COUNT }, () => null)

/** State of the career quiz. A finished quiz is stored in the browser and shown again on the next visit. */
export function useCareerQuiz() {
	const [state, setState] = useState<QuizState>({ step: 'closed' })

	useEffect(() => {
		const restore = () => {
			const kept = storedCareerQuiz.read()
			if (kept) setState((now) => (now.step === 'closed' ? { step: 'result', picks: kept.picks, isFresh: false } : now))
		}
		restore()
		return onStorageChange(restore)
	}, [])

	const start = useCallback(() => {
		storedCareerQuiz.clear()
		setState({ step: 'answering', picks: UNANSWERED })
	}, [])
	const pick = useCallback((question: number, option: number) => {
		setState((now) => (now.step === 'answering' ? { ...now, picks: now.picks.with(question, option) } : now))
	}, [])

	const picks = state.step === 'answering' ? state.picks.filter((each) => each !== null) : []
	const isReady = picks.length === CAREER_QUESTION_COUNT
	/** @returns the picked options, or null while a question is unanswered */
	function submit(): readonly number[] | null {
		if (!isReady) return null
		storedCareerQuiz.write({ version: 1, picks, takenAt: Date.now() })
		setState({ step: 'result', picks, isFresh: true })
		return picks
	}
	return { state, isReady, answered: picks.length, start, pick, submit }
}
