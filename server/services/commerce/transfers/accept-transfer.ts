import type { AcceptTransfer, OrderReceipt } from '#contracts/payments.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { readReceipt } from '#server/services/commerce/checkout/receipts.ts'
import { extendHold } from '#server/services/commerce/discounts/record-redemption.ts'
import { findOrder, guestKey, isOrderOwner, orderNotFound, type OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { lockOrder } from '#server/services/commerce/orders/lock-order.ts'
import { syncOrder } from '#server/services/commerce/settlement/apply-snapshot.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { mailTransfer } from './transfer-mails.ts'

type AcceptTransferInput = AcceptTransfer & { id: string; browserKey: string | null }

/**
 * Requires the buyer's account or, for a guest's order, the browser that opened it.
 * @throws ServiceError order_not_found (404), other_browser (403)
 */
async function requireBuyer(ctx: ServiceContext, { id, browserKey }: AcceptTransferInput): Promise<{ order: OrderRow; sessionId: string }> {
	const found = await findOrder(ctx, id)
	if (!found || found.sessionId === null) throw orderNotFound()
	const { order, sessionId } = found
	if (order.user_id !== null ? await isOrderOwner(ctx, order) : browserKey !== null && order.buyer_key === guestKey(browserKey))
		return { order, sessionId }
	if (order.user_id !== null || sessionId !== id) throw orderNotFound()
	throw new ServiceError('forbidden', 'other_browser', 'This order was started in another browser. Please start again from the offer.')
}

async function requireAddress(ctx: ServiceContext, tx: Tx, { order, email }: { order: OrderRow; email: string | undefined }) {
	if (order.email !== null) return order
	if (email === undefined)
		throw new ServiceError('invalid', 'email_missing', 'Please enter your email address', {
			fields: { email: 'Please enter your email address' },
		})
	return tx.updateTable('orders').set({ email, updated_at: ctx.now() }).where('id', '=', order.id).returningAll().executeTakeFirstOrThrow()
}

/**
 * Accepts the terms and places an order paid by bank transfer, which then waits for the money. Idempotent.
 * @throws ServiceError `order_not_found` (404), `other_browser` (403), `consent_changed`, `order_closed` (409), `email_missing`
 * (400)
 */
export async function acceptTransfer(ctx: ServiceContext, input: AcceptTransferInput): Promise<OrderReceipt> {
	const { transfers } = ctx.payments
	if (transfers === null) throw orderNotFound()
	const { order: found, sessionId } = await requireBuyer(ctx, input)
	if (input.consent !== ctx.content.checkoutConsent.version)
		throw new ServiceError('conflict', 'consent_changed', 'The terms have changed since you opened this page. Please reload it.')
	await inTransaction(ctx.db, async (tx) => {
		const locked = await lockOrder(tx, found.id)
		const isFirst = locked.status === 'pending' && (await transfers.accept(tx, sessionId, { version: input.consent, at: ctx.now() }))
		const transfer = await transfers.find(tx, sessionId)
		if (transfer === null || transfer.acceptedAt === null)
			throw new ServiceError('conflict', 'order_closed', 'This order is closed. Please start again from the offer.')
		if (!isFirst) return
		await extendHold(tx, found.id, transfer.expiresAt)
		const order = await requireAddress(ctx, tx, { order: locked, email: input.email })
		// With a discount of 100%, there is nothing to transfer.
		if (transfer.amountCents > 0) await mailTransfer(ctx, tx, { step: 'asked', order, transfer })
	})
	await syncOrder(ctx, { orderId: found.id, sessionId })
	return readReceipt(ctx, input.id)
}
