import { useCallback, useEffect, useState } from 'react'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { countStep } from '#app/lib/cookie-choice.ts'
import { storedHustlerAnswers } from '#app/lib/stored-hustler-answers.ts'
import { isHustlerType, scoreHustlerQuiz, type HustlerType } from '#domain/quiz/hustler-quiz.ts'

export type QuizPlace = { quiz: 'hustler'; answers: readonly HustlerType[] }

/** Browser history with an entry per question: Back returns to the previous question, and a reload keeps the current one. */
export type QuizHistory = {
	place: unknown
	push: (place: QuizPlace | null) => void
	back: () => void
}

export type QuizState =
	| { step: 'intro' }
	| { step: 'question'; index: number; answers: readonly HustlerType[] }
	| { step: 'result'; answers: readonly HustlerType[] }

const toPlace = (answers: readonly HustlerType[]): QuizPlace => ({ quiz: 'hustler', answers })

function parseQuizPlace(raw: unknown, questionCount: number): readonly HustlerType[] | null {
	if (typeof raw !== 'object' || raw === null || !('quiz' in raw) || raw.quiz !== 'hustler' || !('answers' in raw)) return null
	const { answers } = raw
	return Array.isArray(answers) && answers.length <= questionCount && answers.every(isHustlerType) ? answers : null
}

/** Returns the stored answers, including those that the account delivers later; null if there are too many or too few. */
function useKeptAnswers(questionCount: number): readonly HustlerType[] | null {
	const [kept, setKept] = useState<readonly HustlerType[] | null>(null)
	useEffect(() => {
		const restore = () => setKept(storedHustlerAnswers.read()?.answers ?? null)
		restore()
		return onStorageChange(restore)
	}, [])
	return kept?.length === questionCount ? kept : null
}

/** State of the quiz. A finished result is stored in the browser and shown again on the next visit. */
export function useHustlerQuiz(questionCount: number, { place, push, back }: QuizHistory) {
	const kept = useKeptAnswers(questionCount)
	const [wantsAnother, setWantsAnother] = useState(false)
	const [hasActed, setActed] = useState(false)
	const placed = parseQuizPlace(place, questionCount)
	const answers = placed ?? (wantsAnother ? null : kept)

	let state: QuizState = { step: 'intro' }
	if (answers?.length === questionCount) state = { step: 'result', answers }
	else if (answers) state = { step: 'question', index: answers.length, answers }

	const answer = useCallback(
		(value: HustlerType) => {
			if (!placed || placed.length >= questionCount) return
			setActed(true)
			const next = [...placed, value]
			push(toPlace(next))
			if (next.length < questionCount) return
			storedHustlerAnswers.write({ quiz: 'hustler', answers: next, takenAt: new Date().toISOString() })
			countStep('quiz')
		},
		[placed, questionCount, push],
	)
	return {
		state,
		/** False while the page only shows a stored result, which must not take focus. */
		hasActed,
		result: state.step === 'result' ? scoreHustlerQuiz(state.answers) : null,
		start: () => push(toPlace([])),
		back,
		answer,
		retake: () => {
			setWantsAnother(true)
			setActed(true)
			storedHustlerAnswers.clear()
			push(null)
		},
	}
}
