import type { CourseContents } from '#domain/gating/course-contents.ts'
import type { Tx } from '#server/db/database.ts'

import { contentsColumns } from './opened-contents.ts'

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
