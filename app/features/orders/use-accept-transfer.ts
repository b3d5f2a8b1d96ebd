import { useMutation, useQueryClient } from '@tanstack/react-query'

import { ApiError, callApi } from '#app/lib/own-api.ts'
import { reportProblem } from '#app/ui/report-problem.ts'
import { toast } from '#app/ui/toast-store.ts'
import type { OrderReceipt } from '#contracts/payments.ts'

const NOT_SENT = 'The server did not answer, so your order was not placed. Please try again.'

/** Places an order that is paid by bank transfer. @param reader id of the signed-in account; null for a guest */
export function useAcceptTransfer(orderId: string, reader: string | null, onPlaced: () => void) {
	const client = useQueryClient()
	return useMutation({
		mutationFn: (body: { consent: string; email: string }) =>
			callApi<OrderReceipt>(`/api/orders/${encodeURIComponent(orderId)}/transfer`, { body }),
		networkMode: 'always',
		onSuccess: (receipt) => {
			client.setQueryData(['receipt', orderId, reader], receipt)
			onPlaced()
		},
		onError: (error) => {
			reportProblem('The order was not placed', error)
			const refusal = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : null
			// What a field says stands beside it.
			if (refusal && Object.keys(refusal.fields).length > 0) return
			toast({ title: 'Order not placed', description: refusal?.message ?? NOT_SENT, variant: 'destructive' })
		},
	})
}
