import type { Tx } from '#server/db/database.ts'

/** Extra time a code stays counted after the checkout's own end, since the report of a last-second payment comes later. */
const GRACE_MS = 60 * 60 * 1000
const heldUntil = (checkoutEnds: Date) => new Date(checkoutEnds.getTime() + GRACE_MS)

type Use = { orderId: string; code: string; email: string | null }

/** Counts a use of the code for an order whose checkout is being opened. The caller holds `lockDiscount`. */
export async function holdDiscount(tx: Tx, use: Use & { checkoutEnds: Date }): Promise<void> {
	await tx
		.insertInto('discount_redemptions')
		.values({ order_id: use.orderId, code: use.code, email: use.email, state: 'held', held_until: heldUntil(use.checkoutEnds) })
		.execute()
}

/** The buyer placed the order, and the checkout stays open for longer. */
export async function extendHold(tx: Tx, orderId: string, checkoutEnds: Date): Promise<void> {
	await tx
		.updateTable('discount_redemptions')
		.set({ held_until: heldUntil(checkoutEnds) })
		.where('order_id', '=', orderId)
		.where('state', '=', 'held')
		.execute()
}

/** The checkout ended unpaid: the use is free again. A redeemed one stays. */
export async function releaseDiscount(tx: Tx, orderId: string): Promise<void> {
	await tx
		.updateTable('discount_redemptions')
		.set({ state: 'released' })
		.where('order_id', '=', orderId)
		.where('state', '=', 'held')
		.execute()
}

/** The order is paid: the use is final, including one that was typed at the provider and never held. */
export async function redeemDiscount(tx: Tx, use: Use & { now: Date }): Promise<void> {
	const redeemed = { code: use.code, email: use.email, state: 'redeemed', redeemed_at: use.now } as const
	await tx
		.insertInto('discount_redemptions')
		.values({ order_id: use.orderId, held_until: use.now, ...redeemed })
		.onConflict((conflict) => conflict.column('order_id').doUpdateSet(redeemed).where('discount_redemptions.state', '<>', 'redeemed'))
		.execute()
}
