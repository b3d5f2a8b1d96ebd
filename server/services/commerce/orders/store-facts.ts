import { sql } from 'kysely'

import { mergePayment, mergeCheckout, replacesFact } from '#domain/orders/merge-facts.ts'
import type { OrderFacts } from '#domain/orders/order-status.ts'
import type { PaymentSnapshot, SnapshotPayment, SnapshotDispute, SnapshotRefund } from '#server/adapters/payments/port.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { alertOperator } from '#server/services/messaging/operator-alerts/alert-operator.ts'

import { groupByOrder, belongsToOrders, type OrderRow } from './find-order.ts'

type Reported<T> = { reported: T; asOf: Date }

async function storeRefund(tx: Tx, orderId: string, { reported, asOf }: Reported<SnapshotRefund>): Promise<void> {
	const known = await tx.selectFrom('refunds').select(['status', 'as_of']).where('provider_refund_id', '=', reported.id).executeTakeFirst()
	if (known && !replacesFact({ status: reported.status, asOf }, { status: known.status, asOf: known.as_of })) return
	const facts = { status: reported.status, failure_reason: reported.failureReason, as_of: asOf }
	await tx
		.insertInto('refunds')
		.values({
			provider_refund_id: reported.id,
			order_id: orderId,
			provider_payment_id: reported.paymentId,
			request_ref: reported.requestRef,
			amount_cents: reported.amountCents,
			created_at: reported.createdAt,
			...facts,
		})
		.onConflict((conflict) => conflict.column('provider_refund_id').doUpdateSet(facts))
		.execute()
}

async function storeDispute(tx: Tx, orderId: string, { reported, asOf }: Reported<SnapshotDispute>): Promise<void> {
	const known = await tx
		.selectFrom('disputes')
		.select(['status', 'as_of'])
		.where('provider_dispute_id', '=', reported.id)
		.executeTakeFirst()
	if (known && !replacesFact({ status: reported.status, asOf }, { status: known.status, asOf: known.as_of })) return
	const facts = {
		amount_cents: reported.amountCents,
		status: reported.status,
		reason: reported.reason,
		evidence_due_by: reported.evidenceDueBy,
		as_of: asOf,
	}
	await tx
		.insertInto('disputes')
		.values({ provider_dispute_id: reported.id, order_id: orderId, provider_payment_id: reported.paymentId, ...facts })
		.onConflict((conflict) => conflict.column('provider_dispute_id').doUpdateSet(facts))
		.execute()
}

/** Stores the refunds and disputes of a provider snapshot. The caller holds the order's lock. */
async function storeRefundsAndDisputes(tx: Tx, orderId: string, { refunds, disputes, asOf }: PaymentSnapshot): Promise<void> {
	for (const refund of refunds) await storeRefund(tx, orderId, { reported: refund, asOf })
	for (const dispute of disputes) await storeDispute(tx, orderId, { reported: dispute, asOf })
}

/**
 * Reads refunds granted here that the provider doesn't report yet. They count as pending, so that access is suspended
 * immediately.
 */
const readGranted = (db: Db | Tx, orderIds: readonly string[]) =>
	db
		.selectFrom('refund_requests')
		.select(['order_id', 'amount_cents as amountCents', sql<'pending'>`'pending'`.as('status')])
		.where(belongsToOrders(orderIds))
		.where('state', '=', 'granted')
		.where(sql<boolean>`not exists (select from refunds where refunds.request_ref = refund_requests.id::text)`)
		.execute()

async function readRefundsAndDisputes(
	db: Db | Tx,
	orderIds: readonly string[],
): Promise<(orderId: string) => Pick<OrderFacts, 'refunds' | 'disputes'>> {
	const granted = await readGranted(db, orderIds)
	const columns = ['order_id', 'amount_cents as amountCents', 'status'] as const
	const refunds = groupByOrder([...(await db.selectFrom('refunds').select(columns).where(belongsToOrders(orderIds)).execute()), ...granted])
	const disputes = groupByOrder(await db.selectFrom('disputes').select(columns).where(belongsToOrders(orderIds)).execute())
	return (orderId) => ({ refunds: refunds(orderId), disputes: disputes(orderId) })
}

/** Stores the checkout of a snapshot. The caller holds the order's lock, so the row can't change between reading and writing it. */
async function storeSession(tx: Tx, orderId: string, { checkout, asOf }: PaymentSnapshot): Promise<void> {
	const known = await tx
		.selectFrom('checkout_sessions')
		.select(['state', 'payment_status', 'as_of'])
		.where('provider_session_id', '=', checkout.id)
		.executeTakeFirst()
	const reported = { state: checkout.state, paymentStatus: checkout.paymentStatus, asOf }
	if (!known) {
		const earlier = await tx
			.selectFrom('checkout_sessions')
			.select(({ fn }) => fn.max('attempt').as('attempt'))
			.where('order_id', '=', orderId)
			.executeTakeFirst()
		await tx
			.insertInto('checkout_sessions')
			.values({
				provider_session_id: checkout.id,
				order_id: orderId,
				attempt: (earlier?.attempt ?? 0) + 1,
				url: '',
				state: reported.state,
				payment_status: reported.paymentStatus,
				expires_at: checkout.expiresAt,
				as_of: asOf,
			})
			.execute()
		return
	}
	const merged = mergeCheckout({ state: known.state, paymentStatus: known.payment_status, asOf: known.as_of }, reported)
	const isNewest = asOf.getTime() >= known.as_of.getTime()
	await tx
		.updateTable('checkout_sessions')
		.set({
			state: merged.state,
			payment_status: merged.paymentStatus,
			as_of: merged.asOf,
			// Placing a bank transfer order extends its checkout.
			...(isNewest && { expires_at: checkout.expiresAt }),
		})
		.where('provider_session_id', '=', checkout.id)
		.execute()
}

type StoredOrder = Pick<OrderRow, 'id' | 'person_erased_at'>

async function storePayment(tx: Tx, order: StoredOrder, { payment, asOf }: { payment: SnapshotPayment; asOf: Date }): Promise<void> {
	const row = await tx.selectFrom('payments').selectAll().where('provider_payment_id', '=', payment.id).executeTakeFirst()
	const reported = { status: payment.status, paidAt: payment.paidAt, failureCode: payment.failureCode, asOf }
	const merged = row
		? mergePayment({ status: row.status, paidAt: row.paid_at, failureCode: row.failure_code, asOf: row.as_of }, reported)
		: reported
	const facts = {
		status: merged.status,
		paid_at: merged.paidAt,
		failure_code: merged.failureCode,
		as_of: merged.asOf,
		...(payment.card !== undefined && order.person_erased_at === null && { card: payment.card }),
	}
	await tx
		.insertInto('payments')
		.values({ provider_payment_id: payment.id, order_id: order.id, amount_cents: payment.amountCents, ...facts })
		.onConflict((conflict) => conflict.column('provider_payment_id').doUpdateSet(facts))
		.execute()
}

/** Returns the snapshot's IDs that belong to another order. Such a snapshot must not be applied. */
export async function findForeignParts(tx: Tx, orderId: string, { checkout, payments }: PaymentSnapshot): Promise<string[]> {
	const foreignSession = await tx
		.selectFrom('checkout_sessions')
		.select('provider_session_id as id')
		.where('provider_session_id', '=', checkout.id)
		.where('order_id', '<>', orderId)
		.execute()
	const paymentIds = payments.map(({ id }) => id)
	if (paymentIds.length === 0) return foreignSession.map(({ id }) => id)
	const foreignPayments = await tx
		.selectFrom('payments')
		.select('provider_payment_id as id')
		.where('provider_payment_id', 'in', paymentIds)
		.where('order_id', '<>', orderId)
		.execute()
	return [...foreignSession, ...foreignPayments].map(({ id }) => id)
}

/** Stores what the provider reports. Stores no card if the order's buyer was erased. */
export async function storeFacts(tx: Tx, order: StoredOrder, snapshot: PaymentSnapshot): Promise<void> {
	await storeSession(tx, order.id, snapshot)
	for (const payment of snapshot.payments) await storePayment(tx, order, { payment, asOf: snapshot.asOf })
	await storeRefundsAndDisputes(tx, order.id, snapshot)
}

type OrderTerms = Pick<OrderRow, 'id' | 'total_cents' | 'abandoned_at'>

/** Reads the facts of many orders with the same number of statements as for one. */
export async function readFactsOf(db: Db | Tx, orderIds: readonly string[]) {
	const sessions = groupByOrder(
		await db
			.selectFrom('checkout_sessions')
			.select(['order_id', 'state', 'payment_status as paymentStatus'])
			.where(belongsToOrders(orderIds))
			.execute(),
	)
	const payments = groupByOrder(
		await db
			.selectFrom('payments')
			.select(['order_id', 'provider_payment_id', 'status', 'paid_at', 'amount_cents as amountCents'])
			.where(belongsToOrders(orderIds))
			.execute(),
	)
	const refundsAndDisputes = await readRefundsAndDisputes(db, orderIds)
	return (order: OrderTerms) => {
		const facts: OrderFacts = {
			totalCents: order.total_cents,
			abandoned: order.abandoned_at !== null,
			sessions: sessions(order.id),
			payments: payments(order.id),
			...refundsAndDisputes(order.id),
		}
		const succeeded = payments(order.id).filter(({ status }) => status === 'succeeded')
		const paidTimes = succeeded.flatMap(({ paid_at: paidAt }) => (paidAt ? [paidAt.getTime()] : []))
		return {
			facts,
			paidAt: paidTimes.length > 0 ? new Date(Math.min(...paidTimes)) : null,
			succeededPaymentIds: succeeded.map(({ provider_payment_id: id }) => id),
		}
	}
}

export const readServerFacts = async (tx: Tx, order: OrderTerms) => (await readFactsOf(tx, [order.id]))(order)

export type OrderAlertKind =
	| 'terms_mismatch'
	| 'duplicate_payment'
	| 'dispute'
	| 'dispute_deadline'
	| 'early_fraud_warning'
	| 'refund_failed'
	| 'refund_by_hand'
	| 'refund_overdue'
	| 'found_by_reconciler'
	| 'tax_unknown'

type OrderAlert = {
	orderId: string
	kind: OrderAlertKind
	/** Details of the alert. A second alert of the same order, kind and details is not raised. */
	detail: Record<string, string>
	facts?: Record<string, string>
}

export async function recordAlert(ctx: ServiceContext, tx: Tx, { orderId, kind, detail, facts }: OrderAlert): Promise<void> {
	const row = await tx
		.insertInto('order_alerts')
		.values({ order_id: orderId, kind, detail: JSON.stringify(detail), created_at: ctx.now() })
		.onConflict((conflict) => conflict.columns(['order_id', 'kind', 'detail']).doNothing())
		.returning('id')
		.executeTakeFirst()
	const mode = ctx.payments.isLive ? {} : { mode: 'Test: no money moved' }
	if (row) await alertOperator(ctx, tx, { kind, key: `order:${row.id}`, facts: { order: orderId, ...detail, ...facts, ...mode } })
}
