import { expect, test } from 'vitest'

import { CODE_LIMITS, dailyLimit, looksLikeSmsPumping, NOTIFICATION_LIMITS, unknownCallerLimit, waitSeconds } from './send-limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('the limits of codes and notifications', () => {
	expect(CODE_LIMITS.map(({ scope, most, seconds }) => [scope, most, seconds])).toEqual([
		['user', 1, MINUTE],
		['phone', 1, MINUTE],
		['phone', 3, 10 * MINUTE],
		['phone', 5, DAY],
		['user', 5, DAY],
		['network', 10, HOUR],
		['prefix', 10, HOUR],
		['country', 100, HOUR],
	])
	expect(NOTIFICATION_LIMITS.map(({ scope, most, seconds }) => [scope, most, seconds])).toEqual([
		['user', 5, DAY],
		['phone', 5, DAY],
	])
})

test('a daily cap counts everyone, and strangers get six tenths of it, rounded up', () => {
	expect(dailyLimit(500)).toEqual({ scope: 'all', most: 500, seconds: DAY })
	expect(unknownCallerLimit(500)).toEqual({ scope: 'strangers', most: 300, seconds: DAY })
	expect([0, 1, 2, 11].map((most) => unknownCallerLimit(most).most)).toEqual([0, 1, 2, 7])
})

test.each([
	{ what: 'one below the cap', sent: 2, nowMs: 0, seconds: 0 },
	{ what: 'at the cap', sent: 3, nowMs: 10_000, seconds: 600 },
	{ what: 'above the cap', sent: 4, nowMs: 10_000, seconds: 600 },
	{ what: 'part of a second before the end', sent: 3, nowMs: 608_001, seconds: 2 },
	{ what: 'in the moment of the end', sent: 3, nowMs: 610_000, seconds: 1 },
	{ what: 'after the end', sent: 3, nowMs: 999_999, seconds: 1 },
])('$what, the wait is $seconds s', ({ sent, nowMs, seconds }) => {
	expect(waitSeconds({ scope: 'phone', most: 3, seconds: 600 }, { sent, oldestSendMs: 10_000 }, nowMs)).toBe(seconds)
})

test.each([
	{ sent: 49, verified: 0, is: false },
	{ sent: 50, verified: 0, is: true },
	{ sent: 100, verified: 29, is: true },
	{ sent: 100, verified: 30, is: false },
])('$verified of $sent codes entered looks like SMS pumping: $is', ({ sent, verified, is }) => {
	expect(looksLikeSmsPumping({ sent, verified })).toBe(is)
})
