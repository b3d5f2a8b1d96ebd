// regression code-guessing
import { expect, test } from 'vitest'

import { addFailure, type FailureRecord, type GuessKind, latestLockEndMs, lockRemainingMs } from './failure-lock.ts'

const START = new Date('2026-03-01T12:00:00Z')
const HOUR = 3_600_000

/** Returns the lock after each of these failures, in seconds, when every attempt is made just as the previous lock ends. */
function locksOf(kind: GuessKind, failures: number): number[] {
	let record: FailureRecord | null = null
	let now = START
	const locks: number[] = []
	for (let index = 0; index < failures; index += 1) {
		const { count, lockMs } = addFailure(kind, record, now)
		locks.push(lockMs / 1000)
		record = { count, lastAt: now, lockedUntil: new Date(now.getTime() + lockMs) }
		now = new Date(now.getTime() + lockMs)
	}
	return locks
}

test('nine wrong passwords are free; then the wait doubles from 30 s to an hour', () => {
	expect(locksOf('password', 19)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
})

test('four wrong codes are free; then the wait doubles from 30 s to two hours', () => {
	expect(locksOf('code', 15)).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3840, 7200, 7200, 7200])
})

test('49 wrong codes from untrusted networks together are free; then they wait a day', () => {
	const locks = locksOf('code-anywhere', 51)
	expect([locks.slice(0, 49).every((lock) => lock === 0), locks.slice(49)]).toEqual([true, [86_400, 86_400]])
})

test.each([
	['password', HOUR],
	['code', 2 * HOUR],
	['code-anywhere', 24 * HOUR],
] as const)('a %s lock that ends later than the maximum is ignored, because a clock was wrong', (kind, longest) => {
	const latest = latestLockEndMs(kind, START)
	expect(latest).toBe(START.getTime() + longest + 5 * 60_000)
	expect(lockRemainingMs(kind, new Date(latest), START)).toBe(longest + 5 * 60_000)
	expect(lockRemainingMs(kind, new Date(latest + 1), START)).toBe(0)
})

test('non-stop guessing of codes gets fewer than thirty tries a day', () => {
	const locks = locksOf('code', 60)
	let elapsed = 0
	const tries = locks.findIndex((lock) => (elapsed += lock) > 86_400)
	expect(tries).toBeLessThan(30)
})

test('failures are forgotten after a day, not a minute earlier', () => {
	const record = { count: 12, lastAt: START, lockedUntil: null }
	expect(addFailure('password', record, new Date(START.getTime() + 24 * HOUR)).count).toBe(13)
	expect(addFailure('password', record, new Date(START.getTime() + 24 * HOUR + 1)).count).toBe(1)
})

test('after very many failures the lock stays at its maximum', () => {
	expect(addFailure('password', { count: 5000, lastAt: START, lockedUntil: null }, START)).toEqual({ count: 5001, lockMs: HOUR })
})

test.each([
	[null, 0],
	[{ count: 3, lastAt: START, lockedUntil: null }, 0],
	[{ count: 10, lastAt: START, lockedUntil: new Date(START.getTime() + 30_000) }, 30_000],
	[{ count: 10, lastAt: START, lockedUntil: START }, 0],
	[{ count: 10, lastAt: START, lockedUntil: new Date(START.getTime() - 1) }, 0],
	// Stored while the clock was a day ahead.
	[{ count: 10, lastAt: START, lockedUntil: new Date(START.getTime() + 24 * HOUR + 30_000) }, 0],
] as const)('remaining lock time: %#', (record, left) => {
	expect(lockRemainingMs('password', record?.lockedUntil ?? null, START)).toBe(left)
})
