import { useReducer } from 'react'

import { newId } from '#app/lib/new-id.ts'
import { findRefusal } from '#app/lib/own-api.ts'
import { reportProblem } from '#app/ui/report-problem.ts'
import type { GradeLessonQuizRequest, GradeLessonQuizResponse } from '#contracts/course.ts'

import { canSubmit, checkReducer, openCheck, type CheckProblem } from './knowledge-check-state.ts'

type KnowledgeCheckParts = {
	questionCount: number
	grade: (request: GradeLessonQuizRequest) => Promise<GradeLessonQuizResponse>
	onGraded: (result: GradeLessonQuizResponse) => void
}

const problemOf = (error: unknown): CheckProblem => (findRefusal(error) !== null ? 'refused' : 'offline')

/** One knowledge check, from the first answer to the explained result. */
export function useKnowledgeCheck({ questionCount, grade, onGraded }: KnowledgeCheckParts) {
	const [state, dispatch] = useReducer(checkReducer, questionCount, openCheck)

	async function submit() {
		if (state.step !== 'answering' || !canSubmit(state)) return
		const attemptId = state.attemptId ?? newId()
		dispatch({ type: 'submit', freshId: attemptId })
		try {
			const result = await grade({ attemptId, answers: state.answers.filter((answer) => answer !== null) })
			dispatch({ type: 'graded', result })
			onGraded(result)
		} catch (error) {
			reportProblem('The knowledge check was not graded', error)
			dispatch({ type: 'failed', problem: problemOf(error) })
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
