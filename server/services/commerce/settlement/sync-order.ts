import type { OrderStatus } from '#domain/orders/order-status.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { applySnapshot, type ApplyOutcome } from './apply-snapshot.ts'

type Checkout = { orderId: string; sessionId: string }

/** Asks the provider about one of our checkouts and tells all that came of it. */
export const applyLatest = async (ctx: ServiceContext, { orderId, sessionId }: Checkout): Promise<ApplyOutcome> =>
	applySnapshot(ctx, orderId, await ctx.payments.fetchSnapshot(sessionId))

/**
 * Asks the provider about one of our checkouts and brings its order up to date. Used by the webhook, the success page
 * and the opening of a new checkout alike.
 * @returns the order's status, or null when the provider's word did not fit the order (an alert tells why)
 */
export async function syncOrder(ctx: ServiceContext, session: Checkout): Promise<OrderStatus | null> {
	const result = await applyLatest(ctx, session)
	return result.outcome === 'applied' ? result.status : null
}
