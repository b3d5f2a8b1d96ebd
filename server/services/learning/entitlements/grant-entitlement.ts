import type { CourseContents } from '#domain/gating/course-contents.ts'
import type { Tx } from '#server/db/database.ts'

import { findHolders } from './list-entitlements.ts'
import { contentsColumns } from './opened-contents.ts'

/** @returns the accounts whose access through this order has just ended for good */
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

/**
 * Grants a product to the buyer of an order, once per order and product.
 * @param grant.opens contents of the product at purchase
 */
export async function grantEntitlement(
	tx: Tx,
	grant: { orderId: string; productCode: string; opens: CourseContents; userId: string | null; email: string; now: Date },
): Promise<void> {
	await tx
		.insertInto('entitlements')
		.values({
			order_id: grant.orderId,
			product_code: grant.productCode,
			...contentsColumns(grant.opens),
			user_id: grant.userId,
			email: grant.email,
			granted_at: grant.now,
		})
		.onConflict((conflict) => conflict.columns(['order_id', 'product_code']).doNothing())
		.execute()
}
