import { sql } from 'kysely'

/** Column for order queries: cents refunded of a partially refunded order; null for any other. */
export const refundedCents = sql<number | null>`case when orders.status = 'partially_refunded' then (
	select sum(refunds.amount_cents)::int from refunds where refunds.order_id = orders.id and refunds.status = 'succeeded') end`
