import type { GradeLessonQuizRequest, GradeLessonQuizResponse } from '#contracts/course.ts'

export type CheckAnswers = readonly (number | null)[]

/** Reason why a submission failed; the answers stay. */
export type CheckProblem = 'offline' | 'refused'

/** `attemptId` names one submission: a repeated call is the same attempt, changed answers are a new one. */
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

/** @param earlier submitted without a connection; from a lesson that had other questions it does not fit */
export const openCheck = (questionCount: number, earlier: GradeLessonQuizRequest | null = null): CheckState =>
	earlier?.answers.length === questionCount
		? { step: 'answering', answers: earlier.answers, attemptId: earlier.attemptId, problem: 'offline' }
		: { step: 'answering', answers: Array<null>(questionCount).fill(null), attemptId: null, problem: null }

const isComplete = (answers: CheckAnswers) => answers.length > 0 && answers.every((answer) => answer !== null)

/** Submit is enabled when every question has an answer. */
export const canSubmit = (state: CheckState): boolean => state.step === 'answering' && isComplete(state.answers)

/** Steps of a knowledge check: answering, submitting, completed, and back for a retake. */
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
