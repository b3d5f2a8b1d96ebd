import { toAccess, deriveOrderStatus } from '#domain/orders/order-status.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { OrderRow } from './order-rows.ts'
import { setAccess } from './set-access.ts'
import { readFacts } from './store-facts.ts'

/**
 * Derives an order's status and access again after a change on our side, such as a granted refund. The caller holds the order's
 * lock.
 */
export async function refreshOrder(ctx: ServiceContext, tx: Tx, order: OrderRow): Promise<OrderRow> {
	const { facts } = await readFacts(tx, order)
	const status = deriveOrderStatus(facts)
	const updated = await tx
		.updateTable('orders')
		.set({ status, updated_at: ctx.now() })
		.where('id', '=', order.id)
		.returningAll()
		.executeTakeFirstOrThrow()
	const state = toAccess(status)
	if (state !== null) await setAccess(ctx, tx, { orderId: order.id, state })
	return updated
}
