import { msUntil } from '#domain/clock/stored-time.ts'

export const CODE_SECONDS = 600

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Number of wrong codes before a lock, and the lock's duration. */
const SHORT_LOCK = { failures: 5, ms: 10 * MINUTE_MS }
const LONG_LOCK = { failures: 10, ms: HOUR_MS }
/** After a day without a wrong code, failures are forgotten. */
const MEMORY_MS = 24 * HOUR_MS

export type CodeAttempts = { failures: number; lastFailureMs: number }

export const codeLockMs = (lockedUntil: Date | null | undefined, now: Date): number => msUntil(lockedUntil, now, LONG_LOCK.ms)

/**
 * Counts a wrong code. The count is per learner and purpose, not per code, so a new code grants no new guesses.
 * @returns the new count, and how long to lock (0 for no lock)
 */
export function addWrongCode(attempts: CodeAttempts, nowMs: number): CodeAttempts & { lockMs: number } {
	const failures = (nowMs - attempts.lastFailureMs > MEMORY_MS ? 0 : attempts.failures) + 1
	const lockMs = failures % LONG_LOCK.failures === 0 ? LONG_LOCK.ms : failures % SHORT_LOCK.failures === 0 ? SHORT_LOCK.ms : 0
	return { failures, lastFailureMs: nowMs, lockMs }
}

/** Parses a typed or pasted code such as `123 456`; null unless it has six digits. */
export function parseCode(text: string): string | null {
	const digits = text.replace(/[\s-]/g, '')
	return /^\d{6}$/.test(digits) ? digits : null
}
