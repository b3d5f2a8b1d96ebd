import { latestBelievableMs, msSince, msUntil } from '#domain/clock/stored-time.ts'

const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const FORGET_AFTER_MS = 24 * HOUR_MS

/** Limits per kind of guess. Each failure after `failuresUntilLock` doubles the lock, up to the longest. */
const POLICY = {
	password: { failuresUntilLock: 10, firstLockMs: 30 * SECOND_MS, longestLockMs: HOUR_MS },
	// Six-digit codes. These limits allow one origin about 25 attempts a day.
	code: { failuresUntilLock: 5, firstLockMs: 30 * SECOND_MS, longestLockMs: 2 * HOUR_MS },
	// Shared by all untrusted origins, because an attacker may use many networks. Fifty attempts a day have a 1 in 20,000 chance of
	// guessing a six-digit code.
	'code-anywhere': { failuresUntilLock: 50, firstLockMs: 24 * HOUR_MS, longestLockMs: 24 * HOUR_MS },
} as const

export type GuessKind = keyof typeof POLICY
export type FailureRecord = { count: number; lastAt: Date; lockedUntil: Date | null }

/** Returns the milliseconds until attempts of this kind are allowed again; 0 if they are allowed now. */
export const lockRemainingMs = (kind: GuessKind, lockedUntil: Date | null, now: Date) =>
	msUntil(lockedUntil, now, POLICY[kind].longestLockMs)

export const latestLockEndMs = (kind: GuessKind, now: Date): number => latestBelievableMs(now) + POLICY[kind].longestLockMs

/**
 * Counts another failure. A success, or a day without failures, resets the counter; requesting a new code doesn't.
 * @returns the counter, and the length of the lock in milliseconds, 0 for none
 */
export function addFailure(kind: GuessKind, record: FailureRecord | null, now: Date): { count: number; lockMs: number } {
	const { failuresUntilLock, firstLockMs, longestLockMs } = POLICY[kind]
	const isForgotten = record === null || msSince(record.lastAt, now) > FORGET_AFTER_MS
	const count = isForgotten ? 1 : record.count + 1
	if (count < failuresUntilLock) return { count, lockMs: 0 }
	const doublings = Math.min(count - failuresUntilLock, 20) // 30 s doubled 20 times is far beyond either limit
	return { count, lockMs: Math.min(firstLockMs * 2 ** doublings, longestLockMs) }
}
