import { sql } from 'kysely'

import type { PendingReason } from '#domain/orders/order-status.ts'

/** True for a bank transfer that the buyer promised and that hasn't arrived. */
export const isAwaitedTransfer = sql<boolean>`accepted_at is not null and bank_transfers.paid_at is null and closed_at is null`

const awaitsTransfer = sql<boolean>`(select true from bank_transfers where bank_transfers.order_id = orders.id and ${isAwaitedTransfer} limit 1) is true`

const isDeclined = sql<boolean>`(select true from payments where payments.order_id = orders.id and payments.status = 'failed' limit 1) is true`

/**
 * Conditions that distinguish pending orders. They are scalar subqueries because PostgreSQL would hash whole tables for EXISTS. A list
 * filtered by one of them scans all pending orders; these are few, because a checkout stays open for at most 90 days (bank transfers).
 */
export const PENDING_REASONS = {
	awaiting_transfer: awaitsTransfer,
	declined: sql<boolean>`not ${awaitsTransfer} and ${isDeclined}`,
	/** An open checkout. */
	pending: sql<boolean>`not ${awaitsTransfer} and not ${isDeclined}`,
}

/** SELECT column with the reason why an order is pending; null for an open checkout and for other orders. */
export const pendingReason = sql<PendingReason | null>`case when orders.status = 'pending' then case when ${awaitsTransfer} then 'awaiting_transfer'
	when ${isDeclined} then 'declined' end end`
