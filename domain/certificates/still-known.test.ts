import { expect, test } from 'vitest'

import { countStillKnown, type GradedAttempt, hasAskedEnough, opensAtMs, formatStillKnown } from './still-known.ts'

const DAY = 86_400_000
const ISSUED = 1_000_000
const at = (day: number, lesson = 'a', score = 4, total = 5): GradedAttempt => ({ lesson, atMs: ISSUED + day * DAY, score, total })
const count = (attempts: GradedAttempt[], kept = 20) => countStillKnown(attempts, { issuedAtMs: ISSUED, kept })
const MS = 1 / DAY

test.each([
	['before the certificate', [at(-40)], 0],
	['a millisecond too soon after it', [at(30 - MS)], 0],
	['thirty days after it', [at(30)], 5],
	['a millisecond too soon after the last attempt', [at(10), at(40 - MS)], 0],
	['thirty days after an attempt before it', [at(-10), at(29)], 0],
	['thirty days after the last attempt', [at(10), at(40)], 5],
	['again after the answers were shown', [at(35, 'a', 1), at(35.1, 'a', 5)], 5],
	['after a failed attempt shortly before', [at(20, 'a', 0), at(31, 'a', 5)], 0],
	['two that count, the later one', [at(30, 'a', 1, 3), at(60, 'a', 5, 7)], 7],
	['two lessons, both', [at(30), at(31, 'b')], 10],
])('%s: %o counts %i questions', (_what, attempts, asked) => {
	expect(count(attempts).asked).toBe(asked)
})

test('a repeat after the answers were shown doesn’t improve the first result', () => {
	expect(count([at(35, 'a', 1), at(35.1, 'a', 5)])).toEqual({ pause: 30, knew: 1, asked: 5, lessons: 1 })
})

test('at the attempt limit the oldest one is ignored, because earlier ones may be missing', () => {
	expect([count([at(35), at(35.1)], 2).asked, count([at(35), at(35.1)], 3).asked]).toEqual([0, 5])
})

const lessons = (number: number, day: number) => Array.from({ length: number }, (_, index) => at(day, `lesson-${index}`))
test('twenty questions are enough, and 90-day results replace 30-day ones once sufficient', () => {
	expect([hasAskedEnough({ asked: 19 }), hasAskedEnough({ asked: 20 })]).toEqual([false, true])
	expect(count(lessons(4, 89))).toEqual({ pause: 30, knew: 16, asked: 20, lessons: 4 })
	expect(count(lessons(4, 90))).toEqual({ pause: 90, knew: 16, asked: 20, lessons: 4 })
	expect(count([...lessons(3, 90), at(31, 'more')])).toEqual({ pause: 30, knew: 16, asked: 20, lessons: 4 })
	expect(count([])).toEqual({ pause: 30, knew: 0, asked: 0, lessons: 0 })
	expect(opensAtMs(ISSUED)).toBe(ISSUED + 30 * DAY)
})

test('the statement says how it was counted', () => {
	expect(formatStillKnown({ pause: 90, knew: 18, asked: 20, lessons: 1 })).toBe(
		'Asked again after at least 90 days without these questions, answered 18 of 20 right, from the knowledge checks of 1 lesson.',
	)
})
