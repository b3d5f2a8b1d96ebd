import { findObjects, performCall } from '#server/sandbox/stripe/objects.ts'
import { moveDispute } from '#server/sandbox/stripe/refunds.ts'
import type { Deps } from '#server/services/context.ts'

/** Returns an order's state and its access; `access` is null if there is none yet. */
export async function findOrderOf(deps: Deps, sessionId: string) {
	const row = await deps.db
		.selectFrom('checkout_sessions')
		.innerJoin('orders', 'orders.id', 'checkout_sessions.order_id')
		.leftJoin('entitlements', 'entitlements.order_id', 'orders.id')
		.select(['orders.status', 'entitlements.state as access'])
		.where('provider_session_id', '=', sessionId)
		.executeTakeFirstOrThrow()
	return row
}

/** Moves a payment's dispute to the next state. */
export const movePayment = (deps: Deps, paymentId: string, to: Parameters<typeof moveDispute>[2]) =>
	performCall(deps, async (call) => {
		const [dispute] = await findObjects(call, 'dispute', { field: 'payment_intent', values: [paymentId] })
		if (!dispute) throw new Error('this payment has no dispute')
		await moveDispute(call, dispute.id, to)
	})
