import { latestBelievableMs, msSince, msUntil } from '#domain/clock/stored-time.ts'

const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const FORGET_AFTER_MS = 24 * HOUR_MS

/** For each kind of guess: the failure that locks first, the first lock, which then doubles, and the longest one. */
const POLICY = {
	password: { failuresUntilLock: 10, firstLockMs: 30 * SECOND_MS, longestLockMs: HOUR_MS },
	// Six digits, at one place: about 25 tries a day.
	code: { failuresUntilLock: 5, firstLockMs: 30 * SECOND_MS, longestLockMs: 2 * HOUR_MS },
	// All untrusted origins together, however many networks an attacker has: 50 tries a day succeed with a chance of 5 in 100,000.
	'code-anywhere': { failuresUntilLock: 50, firstLockMs: 24 * HOUR_MS, longestLockMs: 24 * HOUR_MS },
} as const

export type GuessedThing = keyof typeof POLICY
export type FailureRecord = { count: number; lastAt: Date; lockedUntil: Date | null }

/** Milliseconds the account is still closed to this kind of attempt; 0 when it is open. */
export const lockRemainingMs = (thing: GuessedThing, lockedUntil: Date | null, now: Date) =>
	msUntil(lockedUntil, now, POLICY[thing].longestLockMs)

/** Latest plausible end of a lock, in milliseconds. */
export const latestLockEndMs = (thing: GuessedThing, now: Date): number => latestBelievableMs(now) + POLICY[thing].longestLockMs

/**
 * The record after one more failure. The count lasts until a success or a day without failures; asking for a new code does not reset it.
 * @returns count and the lock in milliseconds from now, 0 for none
 */
export function addFailure(thing: GuessedThing, record: FailureRecord | null, now: Date): { count: number; lockMs: number } {
	const { failuresUntilLock, firstLockMs, longestLockMs } = POLICY[thing]
	const isForgotten = record === null || msSince(record.lastAt, now) > FORGET_AFTER_MS
	const count = isForgotten ? 1 : record.count + 1
	if (count < failuresUntilLock) return { count, lockMs: 0 }
	const doublings = Math.min(count - failuresUntilLock, 20) // 30 s doubled 20 times is far beyond either limit
	return { count, lockMs: Math.min(firstLockMs * 2 ** doublings, longestLockMs) }
}
