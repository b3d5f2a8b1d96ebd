import type { GradeLessonQuizRequest, GradeLessonQuizResponse } from '#contracts/course.ts'

export type CheckAnswers = readonly (number | null)[]

/** Reason why a submission failed; the answers are kept. */
export type CheckProblem = 'offline' | 'refused'

/** `attemptId` identifies a submission: a retry has the same ID, changed answers get a new one. */
export type CheckState =
	| { step: 'answering'; answers: CheckAnswers; attemptId: string | null; problem: CheckProblem | null }
	| { step: 'submitting'; answers: CheckAnswers; attemptId: string }
	| { step: 'completed'; answers: CheckAnswers; result: GradeLessonQuizResponse }

export type CheckEvent =
	| { type: 'choose'; question: number; option: number }
	| { type: 'submit'; freshId: string }
	| { type: 'graded'; result: GradeLessonQuizResponse }
	| { type: 'failed'; problem: CheckProblem }
	| { type: 'retake' }

/**
 * Returns the initial state.
 * @param earlier answers submitted offline; ignored if the number of questions has changed
 */
export const openCheck = (questionCount: number, earlier: GradeLessonQuizRequest | null = null): CheckState =>
	earlier?.answers.length === questionCount
		? { step: 'answering', answers: earlier.answers, attemptId: earlier.attemptId, problem: 'offline' }
		: { step: 'answering', answers: Array<null>(questionCount).fill(null), attemptId: null, problem: null }

const isComplete = (answers: CheckAnswers) => answers.length > 0 && answers.every((answer) => answer !== null)

export const canSubmit = (state: CheckState): boolean => state.step === 'answering' && isComplete(state.answers)

export function checkReducer(state: CheckState, event: CheckEvent): CheckState {
	switch (event.type) {
		case 'choose': {
			if (state.step !== 'answering') return state
			const answers = state.answers.map((answer, index) => (index === event.question ? event.option : answer))
			return { step: 'answering', answers, attemptId: null, problem: null }
		}
		case 'submit':
			if (state.step !== 'answering' || !isComplete(state.answers)) return state
			return { step: 'submitting', answers: state.answers, attemptId: state.attemptId ?? event.freshId }
		case 'graded':
			return state.step === 'submitting' ? { step: 'completed', answers: state.answers, result: event.result } : state
		case 'failed':
			return state.step === 'submitting' ? { ...state, step: 'answering', problem: event.problem } : state
		case 'retake':
			return state.step === 'completed' ? openCheck(state.answers.length) : state
	}
}
