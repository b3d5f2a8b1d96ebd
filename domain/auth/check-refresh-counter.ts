export type RefreshDecision =
	| { outcome: 'advance' }
	/** Hand out the current token again. */
	| { outcome: 'repeat'; cause: 'one-behind' | 'within-interval' }
	| { outcome: 'refuse'; reason: 'ahead' | 'reused' }

/**
 * Classifies a presented refresh counter. One behind, at any time, is a client that never saved our last answer. Older ones are theft
 * unless they come soon after a refresh, since tabs race each other.
 * @param reuseIntervalMs how soon
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
