import type { Tx } from '#server/db/database.ts'

/** Opens a product for the buyer of an order, once per order and product. */
export async function grantEntitlement(
	tx: Tx,
	grant: { orderId: string; productCode: string; userId: string | null; email: string; now: Date },
): Promise<void> {
	await tx
		.insertInto('entitlements')
		.values({
			order_id: grant.orderId,
			product_code: grant.productCode,
			user_id: grant.userId,
			email: grant.email,
			granted_at: grant.now,
		})
		.onConflict((conflict) => conflict.columns(['order_id', 'product_code']).doNothing())
		.execute()
}
