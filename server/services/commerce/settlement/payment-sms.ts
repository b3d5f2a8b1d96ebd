import { inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { mayNotify, queueSms } from '#server/services/messaging/sms/queue-sms.ts'
import { paymentText } from '#server/services/messaging/sms/sms-texts.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'

/**
 * Queues the SMS that confirms a payment, once per order, if the learner wants it. Call it in the settling transaction.
 * @returns false if no SMS is queued
 */
export async function queuePaymentSms(ctx: ServiceContext, tx: Tx, order: OrderRow): Promise<boolean> {
	if (order.user_id === null) return false
	const wish = await mayNotify(ctx, tx, { userId: order.user_id, kind: 'payment_confirmation' })
	if (!wish.ok) return false
	const text = {
		kind: 'payment_confirmation',
		body: paymentText(ctx.content, order),
		dedupeKey: `payment:${order.id}`,
		notBeforeMs: ctx.now().getTime(),
	} as const
	await queueSms(ctx, tx, { to: wish.to, text })
	return true
}

/** Finds the learner's paid order. `orderId`: the order's UUID, or the checkout ID that the success page shows as Order ID. */
const findOwnPaidOrder = (ctx: ServiceContext, { userId, orderId }: { userId: string; orderId: string }) =>
	ctx.db
		.selectFrom('orders')
		.selectAll()
		.where('user_id', '=', userId)
		.where('status', '=', 'paid')
		.where((eb) =>
			isUuid(orderId)
				? eb('id', '=', orderId)
				: eb('id', 'in', eb.selectFrom('checkout_sessions').select('order_id').where('provider_session_id', '=', orderId)),
		)
		.executeTakeFirst()

/**
 * Queues the payment confirmation SMS when a browser reports its payment. An order that isn't the learner's own gets the same
 * response, which reveals nothing.
 * @throws ServiceError `not_authenticated` (401)
 */
export async function requestPaymentSms(
	ctx: ServiceContext,
	{ orderId }: { orderId: string },
): Promise<{ success: boolean; message: string }> {
	const userId = requireLearnerId(ctx)
	await prepareKeys(ctx)
	const order = await findOwnPaidOrder(ctx, { userId, orderId })
	if (!order) return { success: false, message: 'No paid order of yours has this number' }
	const isQueued = await inTransaction(ctx.db, (tx) => queuePaymentSms(ctx, tx, order))
	return isQueued
		? { success: true, message: 'Your payment confirmation is sent once' }
		: { success: false, message: 'Payment messages need a verified phone number and the preference on' }
}
