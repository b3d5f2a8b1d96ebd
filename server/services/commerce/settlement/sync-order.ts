import type { OrderStatus } from '#domain/orders/order-status.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { applySnapshot, type ApplyOutcome } from './apply-snapshot.ts'

type Checkout = { orderId: string; sessionId: string }

/** Applies the provider's snapshot of one of our checkouts, and returns the outcome. */
export const applyLatest = async (ctx: ServiceContext, { orderId, sessionId }: Checkout): Promise<ApplyOutcome> =>
	applySnapshot(ctx, orderId, await ctx.payments.fetchSnapshot(sessionId))

/**
 * Fetches the provider's snapshot of one of our checkouts and updates its order.
 * @returns the order's status, or null if the snapshot doesn't match the order, which raises an alert
 */
export async function syncOrder(ctx: ServiceContext, session: Checkout): Promise<OrderStatus | null> {
	const result = await applyLatest(ctx, session)
	return result.outcome === 'applied' ? result.status : null
}
