/**
 * Share of the server's time that one network may take while others want it too. Its use is a level that rises with each answer and falls
 * steadily; above the brim the network's requests run one after another, at the rate at which it falls.
 */

/** Burst allowance beyond the steady share: about two hundred pages in a row on a small machine. */
export const BRIM_MS = 5000
/** The share of each second of the server's time that every network may use steadily. */
export const SHARE = 0.25
/** Highest cost of one request: a slow transfer of a long file does not use the server. */
export const MAX_PER_REQUEST_MS = 2000
/**
 * Refusals for asking too often cost almost nothing each, but thousands a second take all the time: each counts as this much,
 * so that a caller who keeps asking is held to five a second.
 */
export const REFUSAL_MS = 50
/** The longest wait for an earlier excess. */
const MAX_WAIT_MS = 4000

export type Use = {
	/** Milliseconds of the server's time. */
	level: number
	/** Time of the measurement (ms since any fixed moment). */
	at: number
}

export const NO_USE: Use = { level: 0, at: 0 }

const levelAt = ({ level, at }: Use, nowMs: number) => Math.max(0, level - Math.max(0, nowMs - at) * SHARE)

/**
 * The use after an answer.
 * @param tookMs from the request's turn to the answer's first byte
 * @param besides how many requests the server handled meanwhile, including this one: they shared the time
 * @param isRefusal whether the answer was 429
 */
export function addUse(
	use: Use,
	{ nowMs, tookMs, besides, isRefusal }: { nowMs: number; tookMs: number; besides: number; isRefusal: boolean },
): Use {
	const shared = Math.min(MAX_PER_REQUEST_MS, Math.max(0, tookMs)) / Math.max(1, besides)
	const cost = isRefusal ? Math.max(REFUSAL_MS, shared) : shared
	return { level: Math.min(levelAt(use, nowMs) + cost, BRIM_MS + MAX_WAIT_MS * SHARE), at: nowMs }
}

/** Milliseconds until the network's next request may run; 0 below the brim. */
export const waitFor = (use: Use, nowMs: number): number => Math.ceil(Math.max(0, levelAt(use, nowMs) - BRIM_MS) / SHARE)

/** True if the entry can be forgotten. */
export const isForgotten = (use: Use, nowMs: number): boolean => levelAt(use, nowMs) === 0
