import { sql } from 'kysely'

/** What went back of an order that was refunded in part; null for any other. A column of a query of orders. */
export const refundedCents = sql<number | null>`case when orders.status = 'partially_refunded' then (
	select sum(refunds.amount_cents)::int from refunds where refunds.order_id = orders.id and refunds.status = 'succeeded') end`
