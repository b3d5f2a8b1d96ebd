import { expect, test } from 'vitest'

import { countHolding, dueQuestions, nextDueAt, REVIEW_SIZE, estimateReviewMinutes } from './due-questions.ts'
import {
	dueAt,
	findRemembered,
	isDue,
	isSameMemory,
	MAX_QUESTIONS,
	mergeMemory,
	mergeMemories,
	parseMemory,
	rememberAnswer,
	type QuestionMemory,
	type LessonMemory,
} from './recall-schedule.ts'

const DAY = 86_400_000
/** Returns a pause of this many days in milliseconds, minus the eight hours by which questions become due early. */
const pause = (days: number) => days * DAY - 8 * 3_600_000
const memory = (questions: LessonMemory['questions'], lessonId = 'intro'): LessonMemory => ({ moduleId: 1, lessonId, questions })

test.each<[string, QuestionMemory | null, boolean, number, QuestionMemory]>([
	['first, known', null, true, 5, { step: 1, answeredAt: 5 }],
	['first, missed', null, false, 5, { step: 0, answeredAt: 5 }],
	['known a millisecond before it is due', { step: 1, answeredAt: 0 }, true, pause(3) - 1, { step: 1, answeredAt: 0 }],
	['known when it is due', { step: 1, answeredAt: 0 }, true, pause(3), { step: 2, answeredAt: pause(3) }],
	['missed before it is due', { step: 4, answeredAt: 0 }, false, 7, { step: 0, answeredAt: 7 }],
	['known the day after a miss', { step: 0, answeredAt: 0 }, true, pause(1), { step: 1, answeredAt: pause(1) }],
	['known at the longest pause', { step: 6, answeredAt: 0 }, true, 180 * DAY, { step: 6, answeredAt: 180 * DAY }],
])('%s', (_, held, isRight, nowMs, expected) => {
	expect(rememberAnswer(held, { isRight, nowMs })).toEqual(expected)
})

test('a question always known when due returns after 3, 7, 16, 35, 90 and 180 days, minus eight hours', () => {
	let [held, nowMs]: [QuestionMemory | null, number] = [null, 0]
	const pauses = Array.from({ length: 7 }, () => {
		held = rememberAnswer(held, { isRight: true, nowMs })
		const waited = dueAt(held) - nowMs
		nowMs = dueAt(held)
		return waited
	})
	expect(pauses).toEqual([3, 7, 16, 35, 90, 180, 180].map(pause))
})

test('the later answer of two browsers wins, and on a tie the one that is due sooner', () => {
	const [missed, known] = [
		{ step: 0, answeredAt: 9 },
		{ step: 3, answeredAt: 8 },
	]
	expect(mergeMemory(memory({ a: known }), memory({ a: missed, b: known })).questions).toEqual({ a: missed, b: known })
	expect(mergeMemory(memory({ a: { step: 3, answeredAt: 9 } }), memory({ a: missed })).questions).toEqual({ a: missed })
})

test('merging is commutative, associative and idempotent', () => {
	let state = 7
	const next = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below
	const any = () =>
		memory(Object.fromEntries(['a', 'b', 'c'].slice(0, 1 + next(3)).map((id) => [id, { step: next(7), answeredAt: next(4) }])))
	for (let round = 0; round < 300; round += 1) {
		const [a, b, c] = [any(), any(), any()]
		expect(mergeMemory(a, b)).toEqual(mergeMemory(b, a))
		expect(mergeMemory(mergeMemory(a, b), c)).toEqual(mergeMemory(a, mergeMemory(b, c)))
		expect(isSameMemory(mergeMemory(a, a), a)).toBe(true)
	}
})

test('merged lists have one record per section, in course order', () => {
	const [late, early] = [{ ...memory({ a: { step: 1, answeredAt: 1 } }), moduleId: 2 }, memory({ b: { step: 1, answeredAt: 1 } }, 'z')]
	expect(mergeMemories([late], [early, late]).map(({ moduleId, lessonId }) => `${moduleId}/${lessonId}`)).toEqual(['1/z', '2/intro'])
	expect(isSameMemory(memory({ a: { step: 1, answeredAt: 1 } }), memory({ a: { step: 2, answeredAt: 1 } }))).toBe(false)
})

test.each<[string, unknown, LessonMemory | null]>([
	['nothing', null, null],
	['no questions', { moduleId: 1, lessonId: 'intro', questions: {} }, null],
	['a list', { moduleId: 1, lessonId: 'intro', questions: [] }, null],
	['a bad section', { moduleId: 1, lessonId: '../x', questions: { a: { step: 0, answeredAt: 0 } } }, null],
	['a bad module', { moduleId: '1', lessonId: 'intro', questions: { a: { step: 0, answeredAt: 0 } } }, null],
	[
		'some bad questions',
		{
			moduleId: 1,
			lessonId: 'intro',
			questions: {
				good: { step: 6, answeredAt: 1, more: 1 },
				high: { step: 7, answeredAt: 1 },
				past: { step: 0, answeredAt: -1 },
				A: { step: 0, answeredAt: 1 },
				none: null,
			},
		},
		memory({ good: { step: 6, answeredAt: 1 } }),
	],
])('%s in storage is parsed as far as possible', (_, raw, expected) => {
	expect(parseMemory(raw)).toEqual(expected)
})

test('a record has at most the questions a section may have', () => {
	const many = Object.fromEntries(Array.from({ length: MAX_QUESTIONS + 1 }, (_, index) => [`q-${index}`, { step: 0, answeredAt: 1 }]))
	expect(Object.keys(parseMemory(memory(many))!.questions)).toHaveLength(MAX_QUESTIONS)
})

test('missed questions come first, then the longest overdue; others aren’t asked', () => {
	const memories = [
		memory({ known: { step: 1, answeredAt: 0 }, older: { step: 1, answeredAt: -DAY }, missed: { step: 0, answeredAt: 2 * DAY } }),
		memory({ later: { step: 1, answeredAt: 1 } }, 'next'),
	]
	expect(dueQuestions(memories, pause(3)).map(({ questionId }) => questionId)).toEqual(['missed', 'older', 'known'])
	expect(dueQuestions(memories, pause(3) + 1).at(-1)).toEqual({ moduleId: 1, lessonId: 'next', questionId: 'later' })
	expect(nextDueAt(memories, pause(3))).toBe(pause(3) + 1)
	expect(nextDueAt(memories, 4 * DAY)).toBeNull()
	expect(nextDueAt([], 0)).toBeNull()
})

test('a question counts as known if last answered right and not due', () => {
	const memories = [
		memory({ known: { step: 1, answeredAt: 0 }, missed: { step: 0, answeredAt: 3 * DAY } }),
		memory({ old: { step: 6, answeredAt: 0 } }, 'next'),
	]
	expect(countHolding(memories, pause(3) - 1)).toEqual({ holding: 2, met: 3 })
	expect(countHolding(memories, pause(3))).toEqual({ holding: 1, met: 3 })
	expect(countHolding([], 0)).toEqual({ holding: 0, met: 0 })
})

test('a full review takes five minutes, an empty one none', () => {
	expect([0, 1, 2, 3, 4, REVIEW_SIZE].map(estimateReviewMinutes)).toEqual([0, 1, 1, 2, 2, 5])
})

const YEAR = 365 * DAY

test('an answer a year ahead is due at once, keeps its interval, and counts from now', () => {
	const ahead = { step: 3, answeredAt: YEAR }
	expect([isDue(ahead, YEAR - DAY), isDue(ahead, YEAR - DAY - 1), isDue(ahead, 0)]).toEqual([false, true, true])
	expect(dueQuestions([memory({ a: ahead })], 0)).toHaveLength(1)
	expect(nextDueAt([memory({ a: ahead })], 0)).toBeNull()
	expect(rememberAnswer(ahead, { isRight: true, nowMs: 5 })).toEqual({ step: 3, answeredAt: 5 })
	expect(rememberAnswer({ step: 0, answeredAt: YEAR }, { isRight: true, nowMs: 5 })).toEqual({ step: 1, answeredAt: 5 })
	expect(rememberAnswer(ahead, { isRight: false, nowMs: 5 })).toEqual({ step: 0, answeredAt: 5 })
})

test('a question is found only by its own ID', () => {
	const held = memory({ a: { step: 1, answeredAt: 1 } })
	expect([findRemembered(held, 'a'), findRemembered(held, 'b'), findRemembered(held, 'constructor'), findRemembered(null, 'a')]).toEqual([
		{ step: 1, answeredAt: 1 },
		null,
		null,
		null,
	])
})
