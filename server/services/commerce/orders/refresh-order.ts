import { deriveOrderStatus, deriveAccess } from '#domain/orders/order-status.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { revokeEndedCertificates } from '#server/services/learning/certificates/revoke-certificates.ts'
import { setEntitlementState } from '#server/services/learning/entitlements/entitlements.ts'

import type { OrderRow } from './find-order.ts'
import { readServerFacts } from './store-facts.ts'

/** Sets the access of an order. Revoking it also revokes the certificates based on it. The caller holds the order's lock. */
export async function setOrderAccess(
	ctx: ServiceContext,
	tx: Tx,
	access: { orderId: string; state: 'active' | 'suspended' | 'revoked' },
): Promise<void> {
	const ended = await setEntitlementState(tx, access)
	if (ended.length > 0) await revokeEndedCertificates(ctx, tx, ended)
}

/** Recomputes an order's status and access after a change on our side. The caller holds the order's lock. */
export async function refreshOrderStatus(ctx: ServiceContext, tx: Tx, order: OrderRow): Promise<OrderRow> {
	const { facts } = await readServerFacts(tx, order)
	const status = deriveOrderStatus(facts)
	const updated = await tx
		.updateTable('orders')
		.set({ status, updated_at: ctx.now() })
		.where('id', '=', order.id)
		.returningAll()
		.executeTakeFirstOrThrow()
	const state = deriveAccess(status)
	if (state !== null) await setOrderAccess(ctx, tx, { orderId: order.id, state })
	return updated
}
