import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { storedHustlerAnswers } from '#app/lib/stored-hustler-answers.ts'
import { scoreHustlerQuiz, type HustlerType } from '#domain/quiz/hustler-quiz.ts'

import { quizReducer, type QuizState } from './quiz-state.ts'

/**
 * The hustler quiz with its memory: a finished result is kept in the browser and shown again on return, also when it
 * arrives later from the learner's account.
 */
export function useHustlerQuiz(questionCount: number) {
	const reducer = useMemo(() => quizReducer<HustlerType>(questionCount), [questionCount])
	const [state, dispatch] = useReducer(reducer, { step: 'intro' } as QuizState<HustlerType>)
	const wantsAnother = useRef(false)
	const [hasActed, setActed] = useState(false)

	useEffect(() => {
		const restore = () => {
			const kept = storedHustlerAnswers.read()
			if (kept && !wantsAnother.current) dispatch({ type: 'restore', answers: kept.answers })
		}
		restore()
		return onStorageChange(restore)
	}, [])

	const answer = useCallback(
		(value: HustlerType) => {
			setActed(true)
			dispatch({ type: 'answer', value })
			if (state.step !== 'question' || state.answers.length + 1 !== questionCount) return
			storedHustlerAnswers.write({ quiz: 'hustler', answers: [...state.answers, value], takenAt: new Date().toISOString() })
		},
		[state, questionCount],
	)
	const retake = useCallback(() => {
		wantsAnother.current = true
		setActed(true)
		storedHustlerAnswers.clear()
		dispatch({ type: 'retake' })
	}, [])

	return {
		state,
		/** False while the page only shows what it remembered: then the focus is not ours to move. */
		hasActed,
		result: state.step === 'result' ? scoreHustlerQuiz(state.answers) : null,
		start: useCallback(() => dispatch({ type: 'start' }), []),
		back: useCallback(() => dispatch({ type: 'back' }), []),
		answer,
		retake,
	}
}
