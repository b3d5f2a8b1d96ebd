import type { OrderBySession } from '#contracts/payments.ts'

/** Pauses between two polls, in milliseconds. They add up to 60 seconds; then polling stops. */
export const POLL_WAITS_MS: readonly number[] = [1000, 1500, 2000, 3000, 4000, 5000, 6000, 7500, 10_000, 10_000, 10_000]

/** `pending`: the order was still undecided when polling stopped. */
export type OrderOutcome =
	| { kind: 'answered'; order: OrderBySession }
	| { kind: 'pending'; order: OrderBySession }
	| { kind: 'unreachable' }

type Poll = {
	ask: () => Promise<OrderBySession>
	/** Resolves after the given milliseconds. If it rejects, polling stops. */
	wait: (ms: number) => Promise<void>
	/** Called with each response that isn't final, such as `processing`. */
	onProgress: (order: OrderBySession) => void
}

const isUndecided = (order: OrderBySession) => order.status === 'verifying' || order.status === 'processing'

/** Retries failed requests; the outcome is `unreachable` only if all of them failed. */
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
