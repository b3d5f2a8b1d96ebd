import type { Tx } from '#server/db/database.ts'

import type { OrderRow } from './order-rows.ts'

/** Locks an order; every change of its money waits for this. @throws Error when there is none */
export const lockOrder = (tx: Tx, orderId: string): Promise<OrderRow> =>
	tx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirstOrThrow()

/** Locks the order and its access. A download already begun comes first and counts; a later one finds the access suspended. */
export async function lockOrderAndAccess(tx: Tx, orderId: string): Promise<OrderRow> {
	const order = await lockOrder(tx, orderId)
	await tx.selectFrom('entitlements').select('id').where('order_id', '=', orderId).orderBy('id').forUpdate().execute()
	return order
}
