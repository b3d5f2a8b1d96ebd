import { useReducer } from 'react'

import { newId } from '#app/lib/new-id.ts'
import { findRefusal } from '#app/lib/own-api.ts'
import { reportProblem } from '#app/ui/report-problem.ts'
import type { GradeLessonQuizRequest, GradeLessonQuizResponse } from '#contracts/course.ts'

import { canSubmit, checkReducer, openCheck, type CheckProblem } from './knowledge-check-state.ts'

type KnowledgeCheckParts = {
	questionCount: number
	/** Answers submitted earlier while offline. */
	waiting: { earlier: GradeLessonQuizRequest | null; keep: (request: GradeLessonQuizRequest) => void; drop: (attemptId: string) => void }
	grade: (request: GradeLessonQuizRequest) => Promise<GradeLessonQuizResponse>
	onGraded: (result: GradeLessonQuizResponse) => void
}

const problemOf = (error: unknown): CheckProblem => (findRefusal(error) !== null ? 'refused' : 'offline')

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
			reportProblem('The knowledge check was not graded', error)
			const problem = problemOf(error)
			// Keeps the answers if a retry may succeed: the server is unreachable or returned a 5xx.
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
