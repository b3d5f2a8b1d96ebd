import type { Tx } from '#server/db/database.ts'

import { findHolders } from './list-entitlements.ts'

/**
 * Sets the state of an order's entitlements.
 * @returns the accounts whose access through this order has just ended for good; empty if it's active or suspended
 */
export async function setEntitlementState(
	tx: Tx,
	{ orderId, state }: { orderId: string; state: 'active' | 'suspended' | 'revoked' },
): Promise<string[]> {
	const changed = await tx
		.updateTable('entitlements')
		.set({ state })
		.where('order_id', '=', orderId)
		.where('state', '<>', state)
		.returning(['user_id', 'email'])
		.executeTakeFirst()
	return changed && state === 'revoked' ? findHolders(tx, changed) : []
}
