/** So far clocks may differ, or be set right, without anybody noticing: milliseconds. */
const TOLERATED_MS = 5 * 60_000

/**
 * Milliseconds since a stored time. One that lies well ahead was written while the clock was wrong: nothing is known about
 * it, so it counts as long ago and holds nobody back.
 */
export function msSince(time: Date, now: Date): number {
	const ms = now.getTime() - time.getTime()
	if (ms >= 0) return ms
	return ms >= -TOLERATED_MS ? 0 : Infinity
}

/**
 * Milliseconds until the stored end of a wait, 0 when it is over. A wait that would be longer than any is one that a wrong
 * clock wrote, and over.
 * @param longestMs that such a wait ever lasts
 */
export function msUntil(end: Date | null | undefined, now: Date, longestMs: number): number {
	const ms = (end?.getTime() ?? 0) - now.getTime()
	return ms <= 0 || ms > longestMs + TOLERATED_MS ? 0 : ms
}

/** The latest stored time that can be believed, in milliseconds: the upper bound of "within the last hour" in a query. */
export const latestBelievableMs = (now: Date): number => now.getTime() + TOLERATED_MS
