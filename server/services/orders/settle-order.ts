import type { ServiceContext, Tx } from '#server/context.ts'
import { redeemDiscount } from '#server/services/discounts/record-redemption.ts'
import { grantEntitlement } from '#server/services/entitlements/grant-entitlement.ts'
import { enqueueMessage } from '#server/services/notifications/enqueue-message.ts'
import { queuePaymentText } from '#server/services/sms/payment-text.ts'

import { prepareGuestAccess } from './guest-access.ts'
import { accessMail, receiptMail } from './order-mails.ts'
import type { OrderRow } from './order-rows.ts'

/**
 * What a paid order brings: entitlement, counted code, receipt and access mail, each exactly once however often this
 * runs, because each has a unique key. The caller holds the order's lock.
 */
export async function settleOrder(
	ctx: ServiceContext,
	tx: Tx,
	{ order, sessionId }: { order: OrderRow; sessionId: string },
): Promise<void> {
	const { id: orderId, email, user_id: userId } = order
	if (email === null) throw new Error(`order ${orderId} is paid, but the provider told no e-mail address`)
	const now = ctx.now()

	await grantEntitlement(tx, { orderId, productCode: order.product_code, userId, email, now })
	if (order.discount_code !== null) await redeemDiscount(tx, { orderId, code: order.discount_code, email, now })

	const receipt = receiptMail(order, sessionId, ctx.config)
	const sent = await enqueueMessage(ctx, tx, { channel: 'email', to: email, ...receipt, dedupeKey: `receipt:${orderId}` })
	if (sent === null) return
	await queuePaymentText(ctx, tx, order)
	const access = userId === null ? await prepareGuestAccess(ctx, tx, email) : ({ kind: 'signed-in' } as const)
	await enqueueMessage(ctx, tx, { channel: 'email', to: email, ...accessMail(order, access, ctx.config), dedupeKey: `access:${orderId}` })
}
