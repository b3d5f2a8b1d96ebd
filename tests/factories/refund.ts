import { RefundRequestSchema, type RefundView } from '#contracts/refunds.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { requestRefund } from '#server/services/commerce/refunds/request-refund.ts'
import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { systemContext, type Deps, type ServiceContext } from '#server/services/context.ts'
import type { TestDeps } from '#tests/setup/test-deps.ts'

import { openCheckout, payAtProvider } from './checkout.ts'
import { makeLearner } from './learner.ts'

type Learner = Awaited<ReturnType<typeof makeLearner>>

export const learnerContext = (deps: Deps, { userId }: { userId: string }): ServiceContext => ({
	...systemContext(deps, 'test-request'),
	actor: { type: 'learner', userId, sessionId: 'none', aal: 'aal1' },
})

type Purchase = { card?: string; couponCode?: string; learner?: Learner }

/** Creates a learner whose order is paid at the provider and recorded here. @param card decides the outcome of refunds */
export async function buyAsLearner(deps: Deps, { card, couponCode, learner: known }: Purchase = {}) {
	const learner = known ?? (await makeLearner(deps))
	const { sessionId } = await openCheckout(deps, { email: learner.email, ...(couponCode && { couponCode }) })
	await payAtProvider(deps, sessionId, { email: learner.email, ...(card && { card }) })
	const { order_id: orderId } = await deps.db
		.selectFrom('checkout_sessions')
		.select('order_id')
		.where('provider_session_id', '=', sessionId)
		.executeTakeFirstOrThrow()
	await applySnapshot(systemContext(deps, 'test-request'), orderId, await deps.payments.fetchSnapshot(sessionId))
	return { learner, orderId, sessionId }
}

/** Records a payment that the provider reports with these changes, a second later. */
export async function reportChange(
	{ deps, clock }: TestDeps,
	{ orderId, sessionId }: { orderId: string; sessionId: string },
	changes: object,
) {
	clock.advance(1000)
	const snapshot = await deps.payments.fetchSnapshot(sessionId)
	return applySnapshot(systemContext(deps, 'test-request'), orderId, { ...snapshot, ...changes })
}

export const listOrderAlerts = async ({ db }: Deps) =>
	(await db.selectFrom('order_alerts').select('kind').orderBy('id').execute()).map(({ kind }) => kind)

export const askForRefund = (deps: Deps, learner: Learner, orderId: string, body: unknown = { kind: 'promise' }): Promise<RefundView> =>
	requestRefund(learnerContext(deps, learner), orderId, RefundRequestSchema.parse(body))

/** Returns the states of an order, its entitlement and its newest refund request in one line. */
export async function readStand({ db }: Deps, orderId: string): Promise<string> {
	const order: Pick<OrderRow, 'status'> = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()
	const entitlement = await db.selectFrom('entitlements').select('state').where('order_id', '=', orderId).executeTakeFirstOrThrow()
	const request = await db
		.selectFrom('refund_requests')
		.select('state')
		.where('order_id', '=', orderId)
		.orderBy('requested_at', 'desc')
		.orderBy('id', 'desc')
		.executeTakeFirst()
	return `${order.status}, ${entitlement.state}, ${request?.state ?? 'not asked'}`
}

/** Lists the emails of a refund, oldest first. */
export async function listRefundMails({ db }: Deps): Promise<string[]> {
	const rows = await db.selectFrom('outbox_messages').select('template').where('template', 'like', 'refund.%').orderBy('id').execute()
	return rows.map(({ template }) => template.slice('refund.'.length))
}
