import { formatMoney } from '#domain/pricing/money.ts'
import { RefundRefused } from '#server/adapters/payments/port.ts'
import { inTransaction } from '#server/db/database.ts'
import { lockOrder } from '#server/services/commerce/orders/lock-order.ts'
import { refreshOrderStatus } from '#server/services/commerce/orders/refresh-order.ts'
import { recordAlert } from '#server/services/commerce/orders/store-facts.ts'
import type { RefundRequestRow } from '#server/services/commerce/refunds/read-refund-facts.ts'
import { mailRefundStep } from '#server/services/commerce/refunds/refund-mails.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { syncOrder } from './apply-snapshot.ts'

/**
 * Finds the checkout that was paid; if none is complete, the latest one of the order.
 * @throws Error if the order has no checkout
 */
async function requirePaidSession({ db }: ServiceContext, orderId: string): Promise<string> {
	const row = await db
		.selectFrom('checkout_sessions')
		.select('provider_session_id')
		.where('order_id', '=', orderId)
		.orderBy((eb) => eb.case().when('state', '=', 'complete').then(0).else(1).end())
		.orderBy('attempt', 'desc')
		.executeTakeFirstOrThrow()
	return row.provider_session_id
}

/** Closes a refund that the provider refused: restores access and raises an alert, unless the money was already refunded. */
async function closeRefused(
	ctx: ServiceContext,
	{ id, order_id: orderId }: RefundRequestRow,
	reason: RefundRefused['reason'],
): Promise<void> {
	await inTransaction(ctx.db, async (tx) => {
		const order = await lockOrder(tx, orderId)
		const now = ctx.now()
		const isAlreadyRefunded = reason === 'already_refunded'
		const request = await tx
			.updateTable('refund_requests')
			.set({
				state: isAlreadyRefunded ? 'settled' : 'failed',
				settled_at: isAlreadyRefunded ? now : null,
				failure_reason: isAlreadyRefunded ? null : reason,
				updated_at: now,
			})
			.where('id', '=', id)
			.where('state', '=', 'granted')
			.returningAll()
			.executeTakeFirst()
		if (!request) return
		const refreshed = await refreshOrderStatus(ctx, tx, order)
		if (isAlreadyRefunded) return
		const facts = { amount: formatMoney(request.amount_cents, order.currency) }
		await recordAlert(ctx, tx, { orderId, kind: 'refund_failed', detail: { request: id, reason }, facts })
		await mailRefundStep(ctx, tx, { step: 'failed', news: { order: refreshed, key: id, amountCents: request.amount_cents, request } })
	})
}

const alertRefundByHand = (ctx: ServiceContext, { id, order_id: orderId, amount_cents: cents }: RefundRequestRow): Promise<void> =>
	inTransaction(ctx.db, async (tx) => {
		const { currency } = await tx.selectFrom('orders').select('currency').where('id', '=', orderId).executeTakeFirstOrThrow()
		await recordAlert(ctx, tx, {
			orderId,
			kind: 'refund_by_hand',
			detail: { request: id },
			facts: { amount: formatMoney(cents, currency) },
		})
	})

/**
 * Sends the money of a granted refund. Idempotent: the request's ID is the provider's idempotency key.
 * @throws ProviderUnavailable, or Error if the response doesn't match the order; the job is retried
 */
export async function sendRefund(ctx: ServiceContext, { requestId }: { requestId: string }): Promise<void> {
	const request = await ctx.db.selectFrom('refund_requests').selectAll().where('id', '=', requestId).executeTakeFirst()
	if (request?.state !== 'granted' || request.provider_payment_id === null) return
	const sessionId = await requirePaidSession(ctx, request.order_id)
	try {
		await ctx.payments.createRefund({
			refundRequestId: request.id,
			paymentId: request.provider_payment_id,
			amountCents: request.amount_cents,
			reason: 'requested_by_customer',
		})
	} catch (error) {
		if (!(error instanceof RefundRefused)) throw error
		ctx.log.error('payment provider refused a refund', { requestId: request.id, orderId: request.order_id, error })
		await syncOrder(ctx, { orderId: request.order_id, sessionId })
		await closeRefused(ctx, request, error.reason)
		return
	}
	if (ctx.payments.transfers !== null) await alertRefundByHand(ctx, request)
	// Don't trust the response alone: apply the provider's snapshot of the whole order.
	const status = await syncOrder(ctx, { orderId: request.order_id, sessionId })
	if (status === null) throw new Error(`the data about order ${request.order_id} does not match it`)
}
