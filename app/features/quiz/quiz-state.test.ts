import { expect, test } from 'vitest'

import { quizReducer, type QuizEvent, type QuizState } from './quiz-state.ts'

type Letter = 'a' | 'b' | 'c'
const reduce = quizReducer<Letter>(3)
const play = (...events: QuizEvent<Letter>[]): QuizState<Letter> => events.reduce(reduce, { step: 'intro' })
const answer = (value: Letter): QuizEvent<Letter> => ({ type: 'answer', value })

const start = { type: 'start' } as const
const back = { type: 'back' } as const
const retake = { type: 'retake' } as const

test.each<[string, QuizEvent<Letter>[], QuizState<Letter>]>([
	['starting asks the first question', [start], { step: 'question', index: 0, answers: [] }],
	['an answer is recorded and asks the next', [start, answer('a')], { step: 'question', index: 1, answers: ['a'] }],
	['the last answer shows the result', [start, answer('a'), answer('b'), answer('a')], { step: 'result', answers: ['a', 'b', 'a'] }],
	['back removes the last answer', [start, answer('a'), answer('b'), back], { step: 'question', index: 1, answers: ['a'] }],
	['a question gone back to takes another answer', [start, answer('a'), back, answer('c')], { step: 'question', index: 1, answers: ['c'] }],
	['back on the first question stays there', [start, back], { step: 'question', index: 0, answers: [] }],
	['back on the intro stays there', [back], { step: 'intro' }],
	['an answer before the start is not counted', [answer('a')], { step: 'intro' }],
	[
		'an answer after the result is not counted',
		[start, answer('a'), answer('b'), answer('c'), answer('c')],
		{ step: 'result', answers: ['a', 'b', 'c'] },
	],
	['back on the result stays there', [start, answer('a'), answer('b'), answer('c'), back], { step: 'result', answers: ['a', 'b', 'c'] }],
	['starting twice keeps the answers', [start, answer('a'), start], { step: 'question', index: 1, answers: ['a'] }],
	['retake forgets every answer', [start, answer('a'), answer('b'), answer('c'), retake], { step: 'intro' }],
	['a kept result comes back', [{ type: 'restore', answers: ['a', 'b', 'c'] }], { step: 'result', answers: ['a', 'b', 'c'] }],
	['a kept result of another length is ignored', [{ type: 'restore', answers: ['a', 'b'] }], { step: 'intro' }],
	[
		'a kept result does not interrupt a started quiz',
		[start, { type: 'restore', answers: ['a', 'b', 'c'] }],
		{ step: 'question', index: 0, answers: [] },
	],
])('%s', (_sentence, events, expected) => {
	expect(play(...events)).toEqual(expected)
})
