import { paths } from '#contracts/paths.ts'
import { inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import { redeemDiscount } from '#server/services/commerce/discounts/record-redemption.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { type BuyerAccess, accessMail, receiptMail } from '#server/services/commerce/orders/order-mails.ts'
import { setOrderAccess } from '#server/services/commerce/orders/refresh-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { createUser } from '#server/services/identity/accounts/create-user.ts'
import { issueOneTimeToken } from '#server/services/identity/accounts/one-time-token.ts'
import { findUserByEmail } from '#server/services/identity/accounts/user-record.ts'
import { contentsOf, grantEntitlement } from '#server/services/learning/entitlements/entitlements.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
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
	const recipient = await mayNotify(ctx, tx, { userId: order.user_id, kind: 'payment_confirmation' })
	if (!recipient.ok) return false
	const text = {
		kind: 'payment_confirmation',
		body: paymentText(ctx.content, order),
		dedupeKey: `payment:${order.id}`,
		notBeforeMs: ctx.now().getTime(),
	} as const
	await queueSms(ctx, tx, { to: recipient.to, text })
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

/** Lifetime of a guest's access code. A receipt is often read the next morning. */
const ACCESS_HOURS = 24

/**
 * Finds or creates the account for a guest's email, and issues a one-time code for it. If the address was never verified, someone
 * else may have made the account: using the code then removes its password.
 * @returns `signed-in` if no account can be created for the address
 */
export async function prepareGuestAccess(ctx: ServiceContext, tx: Tx, email: string): Promise<BuyerAccess> {
	const found = await findUserByEmail(tx, email)
	const user = found ?? (await createUser(ctx, tx, { email, passwordHash: null, data: {}, isConfirmed: false }))
	if (!user) return { kind: 'signed-in' }
	const { code, linkToken } = await issueOneTimeToken(ctx, tx, {
		userId: user.id,
		kind: 'recovery',
		address: email,
		flowStateId: null,
		dropsPassword: user.email_confirmed_at === null,
		seconds: ACCESS_HOURS * 3600,
	})
	const query = new URLSearchParams({ token_hash: linkToken, type: 'magiclink', redirect_to: paths.dashboard })
	return { kind: 'code', code, link: `${ctx.config.siteUrl}${paths.authCallback}?${query.toString()}`, hours: ACCESS_HOURS }
}

type Settlement = { order: OrderRow; sessionId: string; access: 'active' | 'suspended' | 'revoked'; hasInvoice: boolean }

/**
 * Emails the buyer's access once. Issuing an access code invalidates earlier ones, so none is issued if the email is already
 * queued.
 */
async function sendAccess(ctx: ServiceContext, tx: Tx, { order, email }: { order: OrderRow; email: string }): Promise<void> {
	const dedupeKey = `access:${order.id}`
	if (await tx.selectFrom('outbox_messages').select('id').where('dedupe_key', '=', dedupeKey).executeTakeFirst()) return
	const access = order.user_id === null ? await prepareGuestAccess(ctx, tx, email) : ({ kind: 'signed-in' } as const)
	await enqueueMessage(ctx, tx, { to: email, ...accessMail(ctx, order, { ...access, endsAt: null }), dedupeKey })
}

/**
 * Applies the effects of a paid order. Idempotent: a repeated call changes nothing. The caller holds the order's lock.
 * @param access derived from the order's status; the access email is sent only if it's active
 * @param hasInvoice true if this transaction issues an invoice, which the receipt then mentions
 */
export async function settleOrder(ctx: ServiceContext, tx: Tx, { order, sessionId, access, hasInvoice }: Settlement): Promise<void> {
	const { id: orderId, email, user_id: userId } = order
	// The buyer was erased (docs/adr/0335): the payment is valid, but no one is left to give access to.
	if (order.person_erased_at !== null) return
	if (email === null) throw new Error(`order ${orderId} is paid, but the provider returned no email address`)
	const now = ctx.now()

	await grantEntitlement(tx, { orderId, productCode: order.product_code, opens: contentsOf(order), userId, email, now })
	await setOrderAccess(ctx, tx, { orderId, state: access })
	if (order.discount_code !== null) await redeemDiscount(tx, { orderId, code: order.discount_code, email, now })

	const receipt = receiptMail(ctx, order, { sessionId, hasInvoice })
	const sent = await enqueueMessage(ctx, tx, { to: email, ...receipt, dedupeKey: `receipt:${orderId}` })
	if (sent !== null) await queuePaymentSms(ctx, tx, order)
	if (access === 'active') await sendAccess(ctx, tx, { order, email })
}
