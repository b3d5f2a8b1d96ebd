import { sql } from 'kysely'

import type { OrderSummary } from '#contracts/payments.ts'
import { orderNumber } from '#domain/orders/order-number.ts'

import type { OrderRow } from './find-order.ts'

/** SELECT column with the refunded amount; null unless the order is partially refunded. */
export const refundedCents = sql<number | null>`case when orders.status = 'partially_refunded' then (
	select sum(refunds.amount_cents)::int from refunds where refunds.order_id = orders.id and refunds.status = 'succeeded') end`

/** @param sessionId ID of the order's checkout, which buyers know */
export const summarizeOrder = (row: OrderRow, sessionId: string | null): OrderSummary => ({
	orderId: sessionId ?? row.id,
	number: orderNumber(row.id),
	status: row.status === 'pending' ? 'verifying' : row.status,
	product: { code: row.product_code, name: row.product_name },
	amounts: {
		currency: row.currency,
		subtotalCents: row.subtotal_cents,
		discountCents: row.discount_cents,
		totalCents: row.total_cents,
	},
	discountCode: row.discount_code,
	createdAt: row.created_at.toISOString(),
	paidAt: row.paid_at?.toISOString() ?? null,
	testMode: !row.livemode,
})
