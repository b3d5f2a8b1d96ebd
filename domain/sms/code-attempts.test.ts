import { expect, test } from 'vitest'

import { addWrongCode, codeLockMs, parseCode } from './code-attempts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NOW_MS = Date.UTC(2026, 10, 22, 12)

test.each([
	[0, 1, 0],
	[3, 4, 0],
	[4, 5, 10 * MINUTE_MS],
	[5, 6, 0],
	[9, 10, HOUR_MS],
	[14, 15, 10 * MINUTE_MS],
	[19, 20, HOUR_MS],
])('after %i wrong codes the next is number %i and locks for %i ms', (before, failures, lockMs) => {
	expect(addWrongCode({ failures: before, lastFailureMs: NOW_MS - 1 }, NOW_MS)).toEqual({ failures, lastFailureMs: NOW_MS, lockMs })
})

test.each([
	['an hour ago', HOUR_MS, 5],
	['an hour and a moment ago', HOUR_MS + 1, 5],
	['a day ago', DAY_MS, 5],
	['a day and a moment ago', DAY_MS + 1, 1],
])('wrong codes from %s count or are forgotten', (_when, agoMs, failures) => {
	expect(addWrongCode({ failures: 4, lastFailureMs: NOW_MS - agoMs }, NOW_MS).failures).toBe(failures)
})

test.each([
	['without a lock there is no wait', null, 0],
	['an expired lock has no wait', new Date(NOW_MS), 0],
	['a lock about to end has its remainder', new Date(NOW_MS + 1), 1],
	['the longest lock has just started', new Date(NOW_MS + HOUR_MS), HOUR_MS],
	['a lock written by a fast clock is ignored', new Date(NOW_MS + DAY_MS), 0],
])('%s', (_name, lockedUntil, left) => {
	expect(codeLockMs(lockedUntil, new Date(NOW_MS))).toBe(left)
})

test.each([
	['123456', '123456'],
	['123 456', '123456'],
	['123-456 ', '123456'],
	['12345', null],
	['1234567', null],
	['12345a', null],
	['', null],
])('"%s" is parsed as %s', (typed, code) => {
	expect(parseCode(typed)).toBe(code)
})
