import { expect, test } from 'vitest'

import { gradeLessonQuiz, isLessonQuizComplete } from './lesson-quiz.ts'

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

test.each([
	{ answers: [0, 2, 1], count: 3, complete: true },
	{ answers: [0, null, 1], count: 3, complete: false },
	{ answers: [0, 1], count: 3, complete: false },
	{ answers: [], count: 0, complete: false },
])('answers $answers of $count questions: complete is $complete', ({ answers, count, complete }) => {
	expect(isLessonQuizComplete(answers, count)).toBe(complete)
})
