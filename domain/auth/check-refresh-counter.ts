export type RefreshDecision =
	| { outcome: 'advance' }
	/** Respond with the current token again. */
	| { outcome: 'repeat'; cause: 'one-behind' | 'within-interval' }
	| { outcome: 'refuse'; reason: 'ahead' | 'reused' }

/**
 * Decides whether a refresh token is accepted. One that is a single step behind always is, because the client may not have received our
 * last response. Older ones count as stolen, except shortly after a refresh, because tabs race each other.
 * @param reuseIntervalMs time after a refresh in which older tokens are accepted
 */
export function checkRefreshCounter(
	presented: number,
	session: { counter: number; refreshedAt: Date | null },
	{ now, reuseIntervalMs }: { now: Date; reuseIntervalMs: number },
): RefreshDecision {
	if (presented > session.counter) return { outcome: 'refuse', reason: 'ahead' }
	if (presented === session.counter) return { outcome: 'advance' }
	if (presented === session.counter - 1) return { outcome: 'repeat', cause: 'one-behind' }
	const sinceRefresh = session.refreshedAt ? now.getTime() - session.refreshedAt.getTime() : Infinity
	return sinceRefresh <= reuseIntervalMs ? { outcome: 'repeat', cause: 'within-interval' } : { outcome: 'refuse', reason: 'reused' }
}
