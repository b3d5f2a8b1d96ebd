import type { Tx } from '#server/db/database.ts'

/** Time that a code stays held after its checkout ends, because the webhook of a last-second payment arrives later. */
const GRACE_MS = 60 * 60 * 1000
const heldUntil = (checkoutEnds: Date) => new Date(checkoutEnds.getTime() + GRACE_MS)

type Use = { orderId: string; code: string; email: string | null }

/** Holds one use of a code for an order. The caller holds `lockDiscount`. */
export async function holdDiscount(tx: Tx, use: Use & { checkoutEnds: Date }): Promise<void> {
	await tx
		.insertInto('discount_redemptions')
		.values({ order_id: use.orderId, code: use.code, email: use.email, state: 'held', held_until: heldUntil(use.checkoutEnds) })
		.execute()
}

/** Extends the hold when the buyer places a bank transfer order, because its checkout then stays open longer. */
export async function extendHold(tx: Tx, orderId: string, checkoutEnds: Date): Promise<void> {
	await tx
		.updateTable('discount_redemptions')
		.set({ held_until: heldUntil(checkoutEnds) })
		.where('order_id', '=', orderId)
		.where('state', '=', 'held')
		.execute()
}

/** Releases a code held for an order. A redeemed use stays redeemed. */
export async function releaseDiscount(tx: Tx, orderId: string): Promise<void> {
	await tx
		.updateTable('discount_redemptions')
		.set({ state: 'released' })
		.where('order_id', '=', orderId)
		.where('state', '=', 'held')
		.execute()
}

/** Redeems a code for a paid order. Inserts the use if the code was entered on the provider's page, since that was never held. */
export async function redeemDiscount(tx: Tx, use: Use & { now: Date }): Promise<void> {
	const redeemed = { code: use.code, email: use.email, state: 'redeemed', redeemed_at: use.now } as const
	await tx
		.insertInto('discount_redemptions')
		.values({ order_id: use.orderId, held_until: use.now, ...redeemed })
		.onConflict((conflict) => conflict.column('order_id').doUpdateSet(redeemed).where('discount_redemptions.state', '<>', 'redeemed'))
		.execute()
}
