export type GradedLessonQuiz = {
	score: number
	total: number
	/** One result per question, in the order of the questions. */
	results: { isCorrect: boolean; correctIndex: number }[]
}

/**
 * Grades a knowledge check, with one point per correct answer.
 * @param answers chosen option per question, zero-based
 * @param correct correct option per question, zero-based
 * @returns null unless there is one answer per question
 */
export function gradeLessonQuiz(answers: readonly number[], correct: readonly number[]): GradedLessonQuiz | null {
	if (answers.length !== correct.length) return null
	const results = correct.map((correctIndex, index) => ({ isCorrect: answers[index] === correctIndex, correctIndex }))
	return { score: results.filter((result) => result.isCorrect).length, total: correct.length, results }
}
