import { expect, test } from 'vitest'

import { latestBelievableMs, msSince, msUntil } from './stored-time.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)
const MINUTE = 60_000
const DAY = 86_400_000

test.each([
	['a minute ago', -MINUTE, MINUTE],
	['now', 0, 0],
	['with a slightly fast clock', 2 * MINUTE, 0],
	['as far ahead as clock skew allows', 5 * MINUTE, 0],
	['a millisecond further ahead', 5 * MINUTE + 1, Infinity],
	['with a clock a day ahead', DAY, Infinity],
])('%s', (_name, ms, since) => expect(msSince(at(ms), NOW)).toBe(since))

test.each([
	['over', -1, 0],
	['running', 20 * MINUTE, 20 * MINUTE],
	['as long as it can be', 60 * MINUTE, 60 * MINUTE],
	['started slightly in the future', 64 * MINUTE, 64 * MINUTE],
	['started as far ahead as clock skew allows', 65 * MINUTE, 65 * MINUTE],
	['started a millisecond further ahead', 65 * MINUTE + 1, 0],
	['started a day ahead', DAY + MINUTE, 0],
])('a wait of at most an hour that is %s', (_name, ms, left) => expect(msUntil(at(ms), NOW, 60 * MINUTE)).toBe(left))

test('no lock means no wait, and queries allow for clock skew', () => {
	expect([msUntil(null, NOW, MINUTE), msUntil(undefined, NOW, MINUTE)]).toEqual([0, 0])
	expect(latestBelievableMs(NOW)).toBe(at(5 * MINUTE).getTime())
})
