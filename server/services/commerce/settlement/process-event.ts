import { type VerifiedEvent, WebhookRejected } from '#server/adapters/payments/port.ts'
import { isCanonicalUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { applyLatestSnapshot } from './apply-snapshot.ts'

type Delivery = { rawBody: string; headers: Headers }

async function verify(ctx: ServiceContext, delivery: Delivery): Promise<VerifiedEvent> {
	try {
		return await ctx.payments.verifyWebhook(delivery.rawBody, delivery.headers)
	} catch (error) {
		if (!(error instanceof WebhookRejected)) throw error
		ctx.log.throttled('warn', 'webhook refused', { reason: error.message })
		throw new ServiceError('invalid', 'invalid_signature', 'The signature of this webhook is not valid.')
	}
}

/**
 * Verifies and processes a webhook delivery.
 * @throws ServiceError `invalid_signature` (400); nothing is stored then
 */
export async function receivePaymentEvent(ctx: ServiceContext, delivery: Delivery): Promise<EventOutcome> {
	const { outcome } = await processEvent(ctx, await verify(ctx, delivery))
	return outcome
}

type EventOutcome = 'processed' | 'duplicate' | 'ignored'
/** Result of processing an event. `settledOrderId` is set if this event is the first to show that the order is paid. */
export type ProcessedEvent = { outcome: EventOutcome; settledOrderId: string | null }

type Checkout = { orderId: string; sessionId: string }

const latestCheckout = (ctx: ServiceContext) =>
	ctx.db
		.selectFrom('checkout_sessions')
		.select(['checkout_sessions.order_id as orderId', 'provider_session_id as sessionId'])
		.orderBy('attempt', 'desc')

async function findByOrder(ctx: ServiceContext, orderRef: string, sessionId: string | null): Promise<Checkout | null> {
	const known = await latestCheckout(ctx).where('order_id', '=', orderRef).executeTakeFirst()
	if (known || sessionId === null) return known ?? null
	// The buyer may have paid before our row of the checkout was written.
	const order = await ctx.db.selectFrom('orders').select('id').where('id', '=', orderRef).executeTakeFirst()
	return order ? { orderId: order.id, sessionId } : null
}

/** Finds the checkout an event is about; null if it isn't one of ours. */
async function findSession(
	ctx: ServiceContext,
	{ refs: { checkoutId: sessionId, paymentId, orderRef } }: VerifiedEvent,
): Promise<Checkout | null> {
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
	return orderRef !== null && isCanonicalUuid(orderRef) ? findByOrder(ctx, orderRef, sessionId) : null
}

/** Records the event. Returns `done` if it was already processed; a failed event is `fresh` again. */
async function recordEvent(ctx: ServiceContext, event: VerifiedEvent, orderId: string | null): Promise<'fresh' | 'done'> {
	const row = await ctx.db
		.insertInto('payment_events')
		.values({
			provider: ctx.payments.code,
			event_id: event.id,
			type: event.type,
			livemode: event.isLive,
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
 * Stores an event and fetches the current state from the provider, without trusting the event's content. Events from the other mode
 * (test or live) are ignored. After an error the event stays unprocessed, so the next delivery or the reconciler retries it.
 */
export async function processEvent(ctx: ServiceContext, event: VerifiedEvent): Promise<ProcessedEvent> {
	const isOurs = event.isLive === ctx.payments.isLive
	if (!isOurs)
		ctx.log.warn('payment event of the other mode (live or test) ignored', {
			requestId: ctx.requestId,
			eventId: event.id,
			isLive: event.isLive,
		})
	const session = isOurs ? await findSession(ctx, event) : null
	if ((await recordEvent(ctx, event, session?.orderId ?? null)) === 'done') return { outcome: 'duplicate', settledOrderId: null }
	try {
		const applied = session && (await applyLatestSnapshot(ctx, session))
		await markEvent(ctx, event.id, { processed_at: ctx.now(), last_error: null })
		const settledNow = applied?.outcome === 'applied' && applied.settledNow
		return { outcome: session ? 'processed' : 'ignored', settledOrderId: settledNow && session ? session.orderId : null }
	} catch (error) {
		await markEvent(ctx, event.id, { processed_at: null, last_error: error instanceof Error ? error.message : String(error) })
		throw error
	}
}
