import type { OrderStatus } from '#domain/orders/order-status.ts'
import type { VerifiedEvent } from '#server/adapters/payments/port.ts'
import { inTransaction } from '#server/db/database.ts'
import { logFailure, ServiceError } from '#server/kernel/errors.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { recordAlert } from '#server/services/commerce/orders/store-facts.ts'
import { applyLatestSnapshot, applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { processEvent } from '#server/services/commerce/settlement/process-event.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { abandonOrder } from './close-checkouts.ts'

const MINUTE_MS = 60_000
/** Maximum age of the events that are fetched from the provider. */
const MAX_LOOK_BACK_MS = 30 * 24 * 60 * MINUTE_MS
/** Overlap with the previous run: an event may appear in the provider's list some time after its timestamp. */
const OVERLAP_MS = 10 * MINUTE_MS
/** Minimum time since the last update of an order to check. More recent orders will be updated by the webhook or the success page. */
const QUIET_MS = 10 * MINUTE_MS
const MAX_ORDERS = 500

export type Reconciliation = {
	events: number
	/** Events that no webhook had delivered. */
	missed: number
	/** Undecided orders that were checked with the provider. */
	checked: number
	foundPaid: number
	failed: number
}

async function readCursor(ctx: ServiceContext): Promise<Date> {
	const row = await ctx.db
		.selectFrom('payment_event_cursors')
		.select('seen_until')
		.where('provider', '=', ctx.payments.code)
		.where('livemode', '=', ctx.payments.isLive)
		.executeTakeFirst()
	const earliest = ctx.now().getTime() - MAX_LOOK_BACK_MS
	return new Date(Math.max(row ? row.seen_until.getTime() - OVERLAP_MS : 0, earliest))
}

async function moveCursor(ctx: ServiceContext, seenUntil: Date): Promise<void> {
	await ctx.db
		.insertInto('payment_event_cursors')
		.values({ provider: ctx.payments.code, livemode: ctx.payments.isLive, seen_until: seenUntil })
		.onConflict((conflict) => conflict.columns(['provider', 'livemode']).doUpdateSet({ seen_until: seenUntil }))
		.execute()
}

async function isKnown(ctx: ServiceContext, { id }: VerifiedEvent): Promise<boolean> {
	const row = await ctx.db
		.selectFrom('payment_events')
		.select('event_id')
		.where('provider', '=', ctx.payments.code)
		.where('event_id', '=', id)
		.where('processed_at', 'is not', null)
		.executeTakeFirst()
	return row !== undefined
}

/** Alerts the operator to a payment whose webhook never arrived. Missing webhooks are noticed only here. */
async function alertFound(ctx: ServiceContext, tally: Reconciliation, orderId: string): Promise<void> {
	tally.foundPaid += 1
	ctx.log.warn('payment found by reconciliation, not by its webhook', { orderId })
	await inTransaction(ctx.db, (tx) =>
		recordAlert(ctx, tx, { orderId, kind: 'found_by_reconciler', detail: { provider: ctx.payments.code } }),
	)
}

/** Processes the provider's events since the cursor. The cursor never moves past an event that failed. */
async function backfill(ctx: ServiceContext, tally: Reconciliation): Promise<void> {
	const startedAt = ctx.now()
	let seenUntil = startedAt
	for await (const event of ctx.payments.listEvents(await readCursor(ctx))) {
		tally.events += 1
		if (await isKnown(ctx, event)) continue
		try {
			const { outcome, settledOrderId } = await processEvent(ctx, event)
			if (outcome !== 'duplicate') tally.missed += 1
			if (settledOrderId !== null) await alertFound(ctx, tally, settledOrderId)
		} catch (error) {
			tally.failed += 1
			if (event.createdAt < seenUntil) seenUntil = event.createdAt
			logFailure(ctx.log, 'an event of the payment provider could not be processed', { eventId: event.id, error })
		}
	}
	await moveCursor(ctx, seenUntil)
}

const findUndecided = (ctx: ServiceContext) =>
	ctx.db
		.selectFrom('orders')
		.leftJoin('checkout_sessions', 'checkout_sessions.order_id', 'orders.id')
		.select(['orders.id as orderId', 'provider_session_id as sessionId'])
		.distinctOn('orders.id')
		.where('orders.status', 'in', ['pending', 'processing', 'refund_pending', 'disputed'])
		.where('orders.provider', '=', ctx.payments.code)
		.where('orders.livemode', '=', ctx.payments.isLive)
		.where('orders.updated_at', '<', new Date(ctx.now().getTime() - QUIET_MS))
		.orderBy('orders.id')
		.orderBy('attempt', 'desc')
		.limit(MAX_ORDERS)
		.execute()

async function reconcileOrder(
	ctx: ServiceContext,
	tally: Reconciliation,
	{ orderId, sessionId }: { orderId: string; sessionId: string | null },
) {
	// The request that created the order failed before it opened a checkout.
	if (sessionId === null) return abandonOrder(ctx, orderId)
	const applied = await applyLatestSnapshot(ctx, { orderId, sessionId })
	if (applied.outcome === 'applied' && applied.settledNow) await alertFound(ctx, tally, orderId)
}

/** Processes events that no webhook delivered, then undecided orders. Safe to run at any time, even twice at once. */
export async function reconcilePayments(ctx: ServiceContext): Promise<Reconciliation> {
	const tally: Reconciliation = { events: 0, missed: 0, checked: 0, foundPaid: 0, failed: 0 }
	await backfill(ctx, tally)
	for (const order of await findUndecided(ctx)) {
		tally.checked += 1
		try {
			await reconcileOrder(ctx, tally, order)
		} catch (error) {
			tally.failed += 1
			logFailure(ctx.log, 'an order could not be reconciled', { orderId: order.orderId, error })
		}
	}
	return tally
}

/**
 * Fetches the provider's current state of every checkout of an order. Call it outside a transaction.
 * @returns a function that applies the snapshots; it returns null if one doesn't match the order, which raises an alert
 * @throws ServiceError provider_is_another, order_without_checkout (409)
 */
export async function fetchLatest(ctx: ServiceContext, order: OrderRow): Promise<(ctx: ServiceContext) => Promise<OrderStatus | null>> {
	const { id, provider, livemode } = order
	if (provider !== ctx.payments.code || livemode !== ctx.payments.isLive) {
		const message = `This order was placed with ${provider} (${livemode ? 'live' : 'test'}), which isn’t the current provider.`
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
