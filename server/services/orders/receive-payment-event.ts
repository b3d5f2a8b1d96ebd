import { type VerifiedEvent, WebhookRejected } from '#server/adapters/payments/port.ts'
import type { ServiceContext } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'

import { syncOrder } from './sync-order.ts'

export type EventOutcome = 'processed' | 'duplicate' | 'ignored'

async function verify(ctx: ServiceContext, delivery: { rawBody: string; signature: string | null }): Promise<VerifiedEvent> {
	try {
		return await ctx.payments.verifyWebhook(delivery.rawBody, delivery.signature)
	} catch (error) {
		if (!(error instanceof WebhookRejected)) throw error
		ctx.log.warn('webhook refused', { requestId: ctx.requestId, reason: error.message })
		throw new ServiceError('invalid', 'invalid_signature', 'The signature of this webhook is not valid.')
	}
}

type Checkout = { orderId: string; sessionId: string }

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const latestCheckout = (ctx: ServiceContext) =>
	ctx.db
		.selectFrom('checkout_sessions')
		.select(['checkout_sessions.order_id as orderId', 'provider_session_id as sessionId'])
		.orderBy('attempt', 'desc')

async function findByOrder(ctx: ServiceContext, orderRef: string, sessionId: string | null): Promise<Checkout | null> {
	const known = await latestCheckout(ctx).where('order_id', '=', orderRef).executeTakeFirst()
	if (known || sessionId === null) return known ?? null
	// Paid before our own row of the session was written: the order that the session names is enough.
	const order = await ctx.db.selectFrom('orders').select('id').where('id', '=', orderRef).executeTakeFirst()
	return order ? { orderId: order.id, sessionId } : null
}

/** The checkout an event is about: by its session, its payment, or the order it names. Null when it is none of ours. */
async function findSession(ctx: ServiceContext, { refs: { sessionId, paymentId, orderRef } }: VerifiedEvent): Promise<Checkout | null> {
	const bySession =
		sessionId === null ? undefined : await latestCheckout(ctx).where('provider_session_id', '=', sessionId).executeTakeFirst()
	if (bySession) return bySession
	const byPayment =
		paymentId === null
			? undefined
			: await latestCheckout(ctx)
					.innerJoin('payments', 'payments.order_id', 'checkout_sessions.order_id')
					.where('provider_payment_id', '=', paymentId)
					.executeTakeFirst()
	if (byPayment) return byPayment
	return orderRef !== null && UUID.test(orderRef) ? findByOrder(ctx, orderRef, sessionId) : null
}

/** One row per event. Null when it was already processed; one that failed before is handed out again. */
async function takeEvent(ctx: ServiceContext, event: VerifiedEvent, orderId: string | null): Promise<'fresh' | 'done'> {
	const row = await ctx.db
		.insertInto('payment_events')
		.values({
			provider: ctx.payments.code,
			event_id: event.id,
			type: event.type,
			livemode: event.livemode,
			api_version: event.apiVersion,
			order_id: orderId,
			received_at: ctx.now(),
		})
		.onConflict((conflict) =>
			conflict.columns(['provider', 'event_id']).doUpdateSet((eb) => ({ deliveries: eb('payment_events.deliveries', '+', 1) })),
		)
		.returning('processed_at')
		.executeTakeFirstOrThrow()
	return row.processed_at === null ? 'fresh' : 'done'
}

const markEvent = (ctx: ServiceContext, eventId: string, outcome: { processed_at: Date | null; last_error: string | null }) =>
	ctx.db.updateTable('payment_events').set(outcome).where('provider', '=', ctx.payments.code).where('event_id', '=', eventId).execute()

/**
 * Takes in one webhook: checks it, remembers it, and asks the provider how things stand. The event itself is believed
 * nothing (PAYMENTS_MESSAGING §0). An error leaves it unprocessed, so that the provider's next delivery tries again.
 * @throws ServiceError `invalid_signature` (400); nothing is stored then
 */
export async function receivePaymentEvent(
	ctx: ServiceContext,
	delivery: { rawBody: string; signature: string | null },
): Promise<EventOutcome> {
	const event = await verify(ctx, delivery)
	const session = await findSession(ctx, event)
	if ((await takeEvent(ctx, event, session?.orderId ?? null)) === 'done') return 'duplicate'
	try {
		if (session) await syncOrder(ctx, session)
		await markEvent(ctx, event.id, { processed_at: ctx.now(), last_error: null })
		return session ? 'processed' : 'ignored'
	} catch (error) {
		await markEvent(ctx, event.id, { processed_at: null, last_error: error instanceof Error ? error.message : String(error) })
		throw error
	}
}
