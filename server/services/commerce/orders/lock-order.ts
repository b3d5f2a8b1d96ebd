import type { Tx } from '#server/db/database.ts'

import type { OrderRow } from './find-order.ts'

/**
 * Locks an order. Every transaction that changes its payments or refunds takes this lock.
 * @throws Error if the order doesn't exist
 */
export const lockOrder = (tx: Tx, orderId: string): Promise<OrderRow> =>
	tx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirstOrThrow()

/**
 * Locks the order and its entitlements, so that a download already in progress is counted before the caller decides, and a later
 * one waits for the decision.
 */
export async function lockOrderAndAccess(tx: Tx, orderId: string): Promise<OrderRow> {
	const order = await lockOrder(tx, orderId)
	await tx.selectFrom('entitlements').select('id').where('order_id', '=', orderId).orderBy('id').forUpdate().execute()
	return order
}
