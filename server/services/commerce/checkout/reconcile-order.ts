import type { OrderStatus } from '#domain/orders/order-status.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import type { ServiceContext } from '#server/services/context.ts'

/**
 * Fetches the provider's current state of every checkout of an order. Call it outside a transaction.
 * @returns a function that applies the snapshots; it returns null if one doesn't match the order, which raises an alert
 * @throws ServiceError provider_is_another, order_without_checkout (409)
 */
export async function fetchLatest(ctx: ServiceContext, order: OrderRow): Promise<(ctx: ServiceContext) => Promise<OrderStatus | null>> {
	const { id, provider, livemode } = order
	if (provider !== ctx.payments.code || livemode !== ctx.payments.isLive) {
		const message = `This order was placed with ${provider} (${livemode ? 'live' : 'test'}), which is not the current provider.`
		throw new ServiceError('conflict', 'provider_is_another', message)
	}
	const checkouts = await ctx.db
		.selectFrom('checkout_sessions')
		.select('provider_session_id')
		.where('order_id', '=', id)
		.orderBy('attempt')
		.execute()
	if (checkouts.length === 0)
		throw new ServiceError('conflict', 'order_without_checkout', 'This order never had a checkout, so the provider has no record of it.')
	const snapshots = await Promise.all(checkouts.map(({ provider_session_id: sessionId }) => ctx.payments.fetchSnapshot(sessionId)))
	return async (inside) => {
		let status = order.status
		for (const snapshot of snapshots) {
			const applied = await applySnapshot(inside, id, snapshot)
			if (applied.outcome === 'refused') return null
			status = applied.status
		}
		return status
	}
}
