import type { OrderBySession } from '#contracts/payments.ts'

/** Pauses between two requests, in milliseconds. They grow, and add up to the 60 s after which polling stops. */
export const POLL_WAITS_MS: readonly number[] = [1000, 1500, 2000, 3000, 4000, 5000, 6000, 7500, 10_000, 10_000, 10_000]

/** `pending`: the time is up and the order is still undecided. */
export type OrderOutcome =
	| { kind: 'answered'; order: OrderBySession }
	| { kind: 'pending'; order: OrderBySession }
	| { kind: 'unreachable' }

type Poll = {
	ask: () => Promise<OrderBySession>
	/** Resolves after the given milliseconds; rejects to stop asking. */
	wait: (ms: number) => Promise<void>
	/** Called with every answer that is not final, such as `processing`. */
	onProgress: (order: OrderBySession) => void
}

const isUndecided = (order: OrderBySession) => order.status === 'verifying' || order.status === 'processing'

/**
 * Polls an order until it is decided or the pauses are used up. A failed request counts as no answer and is repeated;
 * the outcome is `unreachable` only if no request was answered.
 */
export async function pollOrder({ ask, wait, onProgress }: Poll): Promise<OrderOutcome> {
	let last: OrderBySession | null = null
	for (const ms of [...POLL_WAITS_MS, null]) {
		const order = await ask().catch(() => null)
		if (order && !isUndecided(order)) return { kind: 'answered', order }
		if (order) {
			last = order
			onProgress(order)
		}
		if (ms !== null) await wait(ms)
	}
	return last ? { kind: 'pending', order: last } : { kind: 'unreachable' }
}
