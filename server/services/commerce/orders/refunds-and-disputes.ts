import { sql } from 'kysely'

import { replacesFact } from '#domain/orders/merge-facts.ts'
import type { OrderFacts } from '#domain/orders/order-status.ts'
import type { PaymentSnapshot, SnapshotDispute, SnapshotRefund } from '#server/adapters/payments/port.ts'
import type { Db, Tx } from '#server/db/database.ts'

import { groupByOrder, ofOrders } from './find-order.ts'

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
export async function storeRefundsAndDisputes(tx: Tx, orderId: string, { refunds, disputes, asOf }: PaymentSnapshot): Promise<void> {
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
		.where(ofOrders(orderIds))
		.where('state', '=', 'granted')
		.where(sql<boolean>`not exists (select from refunds where refunds.request_ref = refund_requests.id::text)`)
		.execute()

export async function readRefundsAndDisputes(
	db: Db | Tx,
	orderIds: readonly string[],
): Promise<(orderId: string) => Pick<OrderFacts, 'refunds' | 'disputes'>> {
	const granted = await readGranted(db, orderIds)
	const columns = ['order_id', 'amount_cents as amountCents', 'status'] as const
	const refunds = groupByOrder([...(await db.selectFrom('refunds').select(columns).where(ofOrders(orderIds)).execute()), ...granted])
	const disputes = groupByOrder(await db.selectFrom('disputes').select(columns).where(ofOrders(orderIds)).execute())
	return (orderId) => ({ refunds: refunds(orderId), disputes: disputes(orderId) })
}
