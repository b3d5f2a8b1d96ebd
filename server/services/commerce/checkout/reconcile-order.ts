import type { OrderStatus } from '#domain/orders/order-status.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { findOrder, orderNotFound } from '#server/services/commerce/orders/find-order.ts'
import { applyLatest } from '#server/services/commerce/settlement/sync-order.ts'
import type { ServiceContext } from '#server/services/context.ts'

/**
 * Asks the provider about every checkout of one order, now, and settles what it says like a webhook would.
 * @returns the order's state before and after
 * @throws ServiceError order_not_found (404), provider_is_another, order_without_checkout, facts_refused (409)
 */
export async function reconcileOrder(ctx: ServiceContext, orderId: string): Promise<{ before: OrderStatus; after: OrderStatus }> {
	const found = await findOrder(ctx, orderId)
	if (!found) throw orderNotFound()
	const { id, status, provider, livemode } = found.order
	if (provider !== ctx.payments.code || livemode !== ctx.payments.isLive) {
		const message = `This order was made with ${provider} (${livemode ? 'live' : 'test'}), which is not the one that is switched on now`
		throw new ServiceError('conflict', 'provider_is_another', message)
	}
	const checkouts = await ctx.db
		.selectFrom('checkout_sessions')
		.select('provider_session_id')
		.where('order_id', '=', id)
		.orderBy('attempt')
		.execute()
	if (checkouts.length === 0)
		throw new ServiceError(
			'conflict',
			'order_without_checkout',
			'No checkout was ever opened for this order: the provider knows nothing of it',
		)
	let after: OrderStatus = status
	for (const { provider_session_id: sessionId } of checkouts) {
		const applied = await applyLatest(ctx, { orderId: id, sessionId })
		if (applied.outcome !== 'applied')
			throw new ServiceError('conflict', 'facts_refused', 'What the provider says does not fit this order; a notice says why')
		after = applied.status
	}
	return { before: status, after }
}
