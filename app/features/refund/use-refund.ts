import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { callApi, findRefusal } from '#app/lib/own-api.ts'
import type { ToastInput } from '#app/ui/toast-store.ts'
import type { RefundRequest, RefundState, RefundView } from '#contracts/refunds.ts'

/** Poll interval in milliseconds while a refund is in progress. */
const UNDER_WAY_MS = 2_000
/** Poll interval in milliseconds while no refund is in progress: the learner may open sections in another tab. */
const METER_MS = 30_000

const isUnderWay = (state: RefundState | undefined) => state === 'granted'

const pathOf = (orderId: string) => `/api/orders/${encodeURIComponent(orderId)}/refund`

/** @param reader user ID */
export function useRefund(orderId: string, reader: string) {
	const client = useQueryClient()
	const refund = useQuery({
		queryKey: ['refund', orderId, reader],
		queryFn: ({ signal }) => callApi<RefundView>(pathOf(orderId), { signal }),
		staleTime: 0,
		refetchInterval: ({ state }) => (state.error ? false : isUnderWay(state.data?.request?.state) ? UNDER_WAY_MS : METER_MS),
	})
	const state = refund.data?.request?.state
	useEffect(() => {
		// A new state also changes the order's status and access.
		if (state !== undefined) void client.invalidateQueries({ queryKey: ['receipt', orderId, reader] })
	}, [client, orderId, reader, state])
	return refund
}

/** Returns a function that requests a refund. It rejects with ApiError. */
export function useRefundRequest(orderId: string, reader: string) {
	const client = useQueryClient()
	return async (body: RefundRequest) =>
		client.setQueryData(['refund', orderId, reader], await callApi<RefundView>(pathOf(orderId), { body }))
}

export const describeRefundFailure = (error: unknown): ToastInput => ({
	title: 'Not sent',
	description: findRefusal(error)?.message ?? 'The server didn’t answer, so your request wasn’t sent. Please try again.',
	variant: 'destructive',
})
