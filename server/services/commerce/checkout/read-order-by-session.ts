import { CHECKOUT_ID } from '#contracts/order-id.ts'
import { offerPath } from '#contracts/paths.ts'
import type { OrderBySession, OrderStatusAnswer } from '#contracts/payments.ts'
import { maskEmail } from '#domain/orders/mask-email.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import type { OrderStatus } from '#domain/orders/order-status.ts'
import { guestKey } from '#server/services/commerce/orders/find-order.ts'
import { syncOrder } from '#server/services/commerce/settlement/apply-snapshot.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** True for statuses that may still change at the provider. A settled order isn't looked up again. */
const isUndecided = (status: OrderStatus) => ['pending', 'processing', 'failed', 'canceled'].includes(status)

const ANSWERS: Record<OrderStatus, Exclude<OrderStatusAnswer, 'unknown'>> = {
	pending: 'verifying',
	processing: 'processing',
	paid: 'paid',
	partially_refunded: 'paid',
	refund_pending: 'paid',
	refunded: 'canceled',
	disputed: 'processing',
	dispute_lost: 'canceled',
	failed: 'failed',
	expired: 'expired',
	canceled: 'canceled',
}

const findOrder = (ctx: ServiceContext, sessionId: string) =>
	ctx.db
		.selectFrom('checkout_sessions')
		.innerJoin('orders', 'orders.id', 'checkout_sessions.order_id')
		.selectAll('orders')
		.where('provider_session_id', '=', sessionId)
		.executeTakeFirst()

/** Updates an undecided order from the provider. Keeps the stored status if the provider can't be reached. */
export async function refreshPendingOrder(
	ctx: ServiceContext,
	order: { id: string; status: OrderStatus },
	sessionId: string,
): Promise<void> {
	if (!isUndecided(order.status)) return
	try {
		await syncOrder(ctx, { orderId: order.id, sessionId })
	} catch (error) {
		ctx.log.throttled('warn', 'payment provider not reached', { orderId: order.id, error })
	}
}

/**
 * Returns the status of a checkout's order, checked with the provider in case the webhook was lost. Needs no sign-in: it grants no
 * access.
 * @param browserKey identifies the browser; only the one that opened a guest's checkout gets the full email address
 */
export async function readOrderBySession(
	ctx: ServiceContext,
	sessionId: string,
	browserKey: string | null = null,
): Promise<OrderBySession> {
	if (!CHECKOUT_ID.test(sessionId)) return { status: 'unknown' }
	const known = await findOrder(ctx, sessionId)
	if (!known) return { status: 'unknown' }
	await refreshPendingOrder(ctx, known, sessionId)
	const order = (await findOrder(ctx, sessionId)) ?? known
	return {
		status: ANSWERS[order.status],
		orderId: sessionId,
		number: orderNumber(order.id),
		product: { code: order.product_code, name: order.product_name, page: offerPath(ctx.content.offers, order.product_code) },
		amounts: {
			currency: order.currency,
			subtotalCents: order.subtotal_cents,
			discountCents: order.discount_cents,
			totalCents: order.total_cents,
		},
		discountCode: order.discount_code,
		email: order.email === null ? null : maskEmail(order.email),
		signInAs: order.status === 'paid' && browserKey !== null && order.buyer_key === guestKey(browserKey) ? order.email : null,
		paidAt: order.paid_at?.toISOString() ?? null,
		testMode: !order.livemode,
		isMailSandbox: ctx.config.email.mode === 'outbox',
	}
}
