import { expect, test } from 'vitest'

import { gradeLessonQuiz } from './lesson-quiz.ts'

test.each([
	{ answers: [0, 1, 2], correct: [0, 1, 2], score: 3 },
	{ answers: [0, 0, 0], correct: [0, 1, 2], score: 1 },
	{ answers: [3, 3, 3], correct: [0, 1, 2], score: 0 },
	{ answers: [], correct: [], score: 0 },
])('$answers against $correct scores $score', ({ answers, correct, score }) => {
	const graded = gradeLessonQuiz(answers, correct)
	expect(graded).toMatchObject({ score, total: correct.length })
	expect(graded?.results.map((result) => result.correctIndex)).toEqual(correct)
	expect(graded?.results.filter((result) => result.isCorrect)).toHaveLength(score)
})

test.each([{ answers: [0, 1] }, { answers: [0, 1, 2, 3] }, { answers: [] }])(
	'$answers cannot be graded against three questions',
	({ answers }) => {
		expect(gradeLessonQuiz(answers, [0, 1, 2])).toBeNull()
	},
)
