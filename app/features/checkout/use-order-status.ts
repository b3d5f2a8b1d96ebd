import { useCallback, useEffect, useState } from 'react'

import { callApi } from '#app/lib/own-api.ts'
import type { OrderBySession } from '#contracts/payments.ts'

/** Pauses between polls, in milliseconds. After the last one, 60 seconds in total, polling stops. */
export const POLL_WAITS_MS: readonly number[] = [1000, 1500, 2000, 3000, 4000, 5000, 6000, 7500, 10_000, 10_000, 10_000]

/** `pending`: still undecided when polling stopped. */
export type OrderOutcome =
	| { kind: 'answered'; order: OrderBySession }
	| { kind: 'pending'; order: OrderBySession }
	| { kind: 'unreachable' }

type Poll = {
	ask: () => Promise<OrderBySession>
	/** Resolves after the given milliseconds. Rejects to stop polling. */
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

/** Milliseconds after which the page offers the buyer other options. */
export const SLOW_AFTER_MS = 20_000

export type OrderView = { kind: 'verifying'; isSlow: boolean; order: OrderBySession | null } | OrderOutcome

const VERIFYING: OrderView = { kind: 'verifying', isSlow: false, order: null }

const waitFor = (signal: AbortSignal) => (ms: number) =>
	new Promise<void>((resolve, reject) => {
		const timer = setTimeout(resolve, ms)
		signal.addEventListener('abort', () => {
			clearTimeout(timer)
			reject(new Error('The page was left'))
		})
	})

export const fetchOrder = (sessionId: string, signal: AbortSignal) =>
	callApi<OrderBySession>(`/api/orders/by-session/${encodeURIComponent(sessionId)}`, { signal })

/**
 * Polls a checkout's order for up to a minute, at growing intervals.
 * @param sessionId null if the URL has none; the view then stays `verifying`
 */
export function useOrderStatus(sessionId: string | null): { view: OrderView; askAgain: () => void } {
	const [view, setView] = useState<OrderView>(VERIFYING)
	const [round, setRound] = useState(0)

	useEffect(() => {
		const leaving = new AbortController()
		setView(VERIFYING)
		const slow = setTimeout(() => setView((now) => (now.kind === 'verifying' ? { ...now, isSlow: true } : now)), SLOW_AFTER_MS)
		if (sessionId !== null) {
			pollOrder({
				ask: () => fetchOrder(sessionId, leaving.signal),
				wait: waitFor(leaving.signal),
				onProgress: (order) => setView((now) => (now.kind === 'verifying' ? { ...now, order } : now)),
			}).then(setView, () => undefined)
		}
		return () => {
			leaving.abort()
			clearTimeout(slow)
		}
	}, [sessionId, round])

	return { view, askAgain: useCallback(() => setRound((n) => n + 1), []) }
}
