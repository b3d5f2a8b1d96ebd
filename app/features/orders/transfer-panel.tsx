import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { callApi, findRefusal } from '#app/lib/own-api.ts'
import { useForm } from '#app/lib/use-form.ts'
import type { ToastInput } from '#app/ui/toast-store.ts'
import type { OrderReceipt } from '#contracts/payments.ts'
import { CONSENT_MISSING } from '#domain/orders/describe-order.ts'

import { TransferSteps } from './transfer-steps.tsx'

const NOT_SENT = 'The server did not answer, so your order was not placed. Please try again.'

function describeFailure(error: unknown): ToastInput | null {
	const refusal = findRefusal(error)
	// Field errors are shown next to the fields.
	if (refusal && Object.keys(refusal.fields).length > 0) return null
	return { title: 'Order not placed', description: refusal?.message ?? NOT_SENT, variant: 'destructive' }
}

/** Form for paying by bank transfer, then the payment instructions. */
export function TransferPanel({ receipt, reader }: { receipt: OrderReceipt; reader: string | null }) {
	const client = useQueryClient()
	const title = useRef<HTMLHeadingElement>(null)
	const form = useForm(
		async ({ text }) => {
			const body = { consent: text('consent'), email: text('email') }
			if (body.consent === '') return { consent: CONSENT_MISSING }
			const placed = await callApi<OrderReceipt>(`/api/orders/${encodeURIComponent(receipt.orderId)}/transfer`, { body })
			client.setQueryData(['receipt', receipt.orderId, reader], placed)
			// The form is removed once the order is placed, so focus moves to the title.
			title.current?.focus()
		},
		{ describe: describeFailure },
	)
	return <TransferSteps receipt={receipt} form={form} title={title} />
}
