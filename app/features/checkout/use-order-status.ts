import { useCallback, useEffect, useState } from 'react'

import { callApi } from '#app/lib/own-api.ts'
import type { OrderBySession } from '#contracts/payments.ts'

import { pollOrder, type OrderOutcome } from './poll-order.ts'

/** Milliseconds after which the buyer is shown other options. */
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

export const askForOrder = (sessionId: string, signal: AbortSignal) =>
	callApi<OrderBySession>(`/api/orders/by-session/${encodeURIComponent(sessionId)}`, { signal })

/**
 * Polls the order of a checkout for up to a minute, at growing intervals.
 * @param sessionId null if the URL has none; then nothing is requested and the view stays `verifying`
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
				ask: () => askForOrder(sessionId, leaving.signal),
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
