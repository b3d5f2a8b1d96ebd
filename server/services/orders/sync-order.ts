import type { OrderStatus } from '#domain/orders/order-status.ts'
import type { ServiceContext } from '#server/context.ts'

import { applySnapshot } from './apply-snapshot.ts'

/**
 * Asks the provider about one of our checkouts and brings its order up to date. Used by the webhook, the success page
 * and the opening of a new checkout alike.
 * @returns the order's status, or null when the provider's word did not fit the order (an alert tells why)
 */
export async function syncOrder(ctx: ServiceContext, session: { orderId: string; sessionId: string }): Promise<OrderStatus | null> {
	const snapshot = await ctx.payments.fetchSnapshot(session.sessionId)
	const result = await applySnapshot(ctx, session.orderId, snapshot)
	return result.outcome === 'applied' ? result.status : null
}
