/**
 * Rate limit by server time: a leaky bucket per network. Each response raises the level, which falls steadily. Above
 * `SLOWDOWN_ABOVE_MS`, the network's requests run one at a time.
 */

/** Level above which requests are slowed down. It allows a burst of about two hundred pages in a row on a small machine. */
export const SLOWDOWN_ABOVE_MS = 5000
/** Fraction of the server's time that a network may use permanently. */
export const STEADY_SHARE = 0.25
/** Maximum cost of a request, because a slow download of a long file doesn't keep the server busy. */
export const MAX_PER_REQUEST_MS = 2000
/** Cost of a 429 response. It limits a caller to five per second: each is cheap, but thousands per second aren't. */
export const REFUSAL_COST_MS = 50
/** Maximum time that a request is delayed because its network exceeded its share. */
const MAX_WAIT_MS = 4000

export type NetworkUse = {
	/** Level of the bucket, in milliseconds of server time. */
	level: number
	/** Time at which the bucket had this level, in milliseconds since any fixed point. */
	at: number
}

export const NO_USE: NetworkUse = { level: 0, at: 0 }

const levelAt = ({ level, at }: NetworkUse, nowMs: number) => Math.max(0, level - Math.max(0, nowMs - at) * STEADY_SHARE)

/**
 * @param tookMs time from the start of handling to the response's first byte
 * @param concurrentRequests requests that shared this time, including this one
 * @param isRefusal true for a 429 response
 */
export function raiseUsageLevel(
	use: NetworkUse,
	{ nowMs, tookMs, concurrentRequests, isRefusal }: { nowMs: number; tookMs: number; concurrentRequests: number; isRefusal: boolean },
): NetworkUse {
	const shared = Math.min(MAX_PER_REQUEST_MS, Math.max(0, tookMs)) / Math.max(1, concurrentRequests)
	const cost = isRefusal ? Math.max(REFUSAL_COST_MS, shared) : shared
	return { level: Math.min(levelAt(use, nowMs) + cost, SLOWDOWN_ABOVE_MS + MAX_WAIT_MS * STEADY_SHARE), at: nowMs }
}

/** Returns the milliseconds that a network's next request must wait; 0 up to `SLOWDOWN_ABOVE_MS`. */
export const throttleDelayMs = (use: NetworkUse, nowMs: number): number =>
	Math.ceil(Math.max(0, levelAt(use, nowMs) - SLOWDOWN_ABOVE_MS) / STEADY_SHARE)

/** True if a network has no recent use, so its entry can be deleted. */
export const isNetworkIdle = (use: NetworkUse, nowMs: number): boolean => levelAt(use, nowMs) === 0
