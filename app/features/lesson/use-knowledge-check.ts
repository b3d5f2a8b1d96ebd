import { useReducer } from 'react'

import { newId } from '#app/lib/new-id.ts'
import { findRefusal } from '#app/lib/own-api.ts'
import { reportProblem } from '#app/ui/report-problem.ts'
import type { GradeLessonQuizRequest, GradeLessonQuizResponse } from '#contracts/course.ts'

export type CheckAnswers = readonly (number | null)[]

/** Reason why a submission failed; the answers are kept. */
export type KnowledgeCheckProblem = 'offline' | 'refused'

/** `attemptId` identifies a submission: a retry has the same ID, changed answers get a new one. */
export type KnowledgeCheckState =
	| { step: 'answering'; answers: CheckAnswers; attemptId: string | null; problem: KnowledgeCheckProblem | null }
	| { step: 'submitting'; answers: CheckAnswers; attemptId: string }
	| { step: 'completed'; answers: CheckAnswers; result: GradeLessonQuizResponse }

export type CheckEvent =
	| { type: 'choose'; question: number; option: number }
	| { type: 'submit'; freshId: string }
	| { type: 'graded'; result: GradeLessonQuizResponse }
	| { type: 'failed'; problem: KnowledgeCheckProblem }
	| { type: 'retake' }

/**
 * Returns the initial state.
 * @param earlier answers submitted offline; ignored if the number of questions has changed
 */
export const openCheck = (questionCount: number, earlier: GradeLessonQuizRequest | null = null): KnowledgeCheckState =>
	earlier?.answers.length === questionCount
		? { step: 'answering', answers: earlier.answers, attemptId: earlier.attemptId, problem: 'offline' }
		: { step: 'answering', answers: Array<null>(questionCount).fill(null), attemptId: null, problem: null }

const isComplete = (answers: CheckAnswers) => answers.length > 0 && answers.every((answer) => answer !== null)

export const canSubmit = (state: KnowledgeCheckState): boolean => state.step === 'answering' && isComplete(state.answers)

export function checkReducer(state: KnowledgeCheckState, event: CheckEvent): KnowledgeCheckState {
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

type KnowledgeCheckParts = {
	questionCount: number
	/** Answers submitted while offline, which the server hasn't received yet. */
	waiting: { earlier: GradeLessonQuizRequest | null; keep: (request: GradeLessonQuizRequest) => void; drop: (attemptId: string) => void }
	grade: (request: GradeLessonQuizRequest) => Promise<GradeLessonQuizResponse>
	onGraded: (result: GradeLessonQuizResponse) => void
}

const problemOf = (error: unknown): KnowledgeCheckProblem => (findRefusal(error) !== null ? 'refused' : 'offline')

export function useKnowledgeCheck({ questionCount, waiting, grade, onGraded }: KnowledgeCheckParts) {
	const [state, dispatch] = useReducer(checkReducer, questionCount, (count) => openCheck(count, waiting.earlier))

	async function submit() {
		if (state.step !== 'answering' || !canSubmit(state)) return
		const attemptId = state.attemptId ?? newId()
		dispatch({ type: 'submit', freshId: attemptId })
		const request = { attemptId, answers: state.answers.filter((answer) => answer !== null) }
		try {
			const result = await grade(request)
			waiting.drop(attemptId)
			dispatch({ type: 'graded', result })
			onGraded(result)
		} catch (error) {
			reportProblem('The knowledge check wasn’t graded', error)
			const problem = problemOf(error)
			// A retry may succeed if the server was unreachable or returned a 5xx, so the answers are kept.
			if ((findRefusal(error)?.status ?? 500) >= 500) waiting.keep(request)
			dispatch({ type: 'failed', problem })
		}
	}

	return {
		state,
		isReady: canSubmit(state),
		choose: (question: number, option: number) => dispatch({ type: 'choose', question, option }),
		submit,
		retake: () => dispatch({ type: 'retake' }),
	}
}
