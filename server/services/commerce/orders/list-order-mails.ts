import type { Db } from '#server/db/database.ts'

import type { OrderRow } from './order-rows.ts'

const MAX = 100

/**
 * Lists the emails about an order, among the buyer's last hundred since the purchase: those whose deduplication key contains the ID
 * of the order or of its checkouts, refund requests or refunds.
 */
export async function listOrderMails(db: Db, order: OrderRow) {
	if (order.email === null) return []
	const requests = await db.selectFrom('refund_requests').select('id').where('order_id', '=', order.id).execute()
	const refunds = await db.selectFrom('refunds').select('provider_refund_id as id').where('order_id', '=', order.id).execute()
	const checkouts = await db.selectFrom('checkout_sessions').select('provider_session_id as id').where('order_id', '=', order.id).execute()
	const causes = [order.id, ...[...requests, ...refunds, ...checkouts].map(({ id }) => id)]
	const mails = await db
		.selectFrom('outbox_messages')
		.select(['template', 'subject', 'status', 'created_at', 'sent_at', 'dedupe_key', 'last_error'])
		.where('to_address', '=', order.email)
		.where('created_at', '>=', order.created_at)
		.where('dedupe_key', 'is not', null)
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(MAX)
		.execute()
	return mails.filter(({ dedupe_key: key }) => causes.some((id) => key?.includes(id)))
}
