export type QuizState<T> =
	| { step: 'intro' }
	| { step: 'question'; index: number; answers: readonly T[] }
	| { step: 'result'; answers: readonly T[] }

export type QuizEvent<T> =
	| { type: 'start' }
	| { type: 'answer'; value: T }
	| { type: 'back' }
	| { type: 'retake' }
	| { type: 'restore'; answers: readonly T[] }

/**
 * One question at a time (spec A §4): each answer moves on, back removes the last answer, retake forgets everything.
 * @param questionCount at least 1
 */
export const quizReducer =
	<T>(questionCount: number) =>
	(state: QuizState<T>, event: QuizEvent<T>): QuizState<T> => {
		switch (event.type) {
			case 'start':
				return state.step === 'intro' ? { step: 'question', index: 0, answers: [] } : state
			case 'retake':
				return { step: 'intro' }
			case 'restore':
				return state.step === 'intro' && event.answers.length === questionCount ? { step: 'result', answers: event.answers } : state
			case 'back':
				if (state.step !== 'question' || state.index === 0) return state
				return { step: 'question', index: state.index - 1, answers: state.answers.slice(0, -1) }
			case 'answer': {
				if (state.step !== 'question') return state
				const answers = [...state.answers, event.value]
				return answers.length === questionCount ? { step: 'result', answers } : { step: 'question', index: state.index + 1, answers }
			}
		}
	}
