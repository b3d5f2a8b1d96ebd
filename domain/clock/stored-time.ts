/**
 * Normal deviation of a clock, in milliseconds: two machines differ slightly, and a clock may be corrected. Anything
 * larger counts as wrong.
 */
const TOLERATED_MS = 5 * 60_000

/**
 * Returns the milliseconds since a stored time. A time well in the future comes from a wrong clock: the result is then Infinity, so that
 * the time blocks nothing.
 */
export function msSince(time: Date, now: Date): number {
	const ms = now.getTime() - time.getTime()
	if (ms >= 0) return ms
	return ms >= -TOLERATED_MS ? 0 : Infinity
}

/**
 * Returns the milliseconds until the stored end of a wait; 0 if the wait is over, or if there is none. An end more than
 * `longestMs` away was written by a wrong clock and counts as over.
 * @param longestMs maximum length of the wait
 */
export function msUntil(end: Date | null | undefined, now: Date, longestMs: number): number {
	const ms = (end?.getTime() ?? 0) - now.getTime()
	return ms <= 0 || ms > longestMs + TOLERATED_MS ? 0 : ms
}

/** Returns the latest plausible stored time, in milliseconds: the upper bound for "within the last hour" in a query. */
export const latestBelievableMs = (now: Date): number => now.getTime() + TOLERATED_MS
