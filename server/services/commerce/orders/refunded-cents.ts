import { sql } from 'kysely'

/** SELECT column: cents refunded of a partially refunded order; null otherwise. */
export const refundedCents = sql<number | null>`case when orders.status = 'partially_refunded' then (
	select sum(refunds.amount_cents)::int from refunds where refunds.order_id = orders.id and refunds.status = 'succeeded') end`
