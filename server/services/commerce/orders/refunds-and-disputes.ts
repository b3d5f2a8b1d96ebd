import { sql } from 'kysely'

import { replacesFact } from '#domain/orders/merge-facts.ts'
import type { OrderFacts } from '#domain/orders/order-status.ts'
import type { PaymentSnapshot, SnapshotDispute, SnapshotRefund } from '#server/adapters/payments/port.ts'
import type { Tx } from '#server/db/database.ts'

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
const readGranted = (tx: Tx, orderId: string) =>
	tx
		.selectFrom('refund_requests')
		.select('amount_cents as amountCents')
		.where('order_id', '=', orderId)
		.where('state', '=', 'granted')
		.where(sql<boolean>`not exists (select from refunds where refunds.request_ref = refund_requests.id::text)`)
		.execute()

export async function readRefundsAndDisputes(tx: Tx, orderId: string): Promise<Pick<OrderFacts, 'refunds' | 'disputes'>> {
	const granted = await readGranted(tx, orderId)
	const refunds = await tx.selectFrom('refunds').select(['amount_cents as amountCents', 'status']).where('order_id', '=', orderId).execute()
	const disputes = await tx
		.selectFrom('disputes')
		.select(['status', 'amount_cents as amountCents'])
		.where('order_id', '=', orderId)
		.execute()
	return { refunds: [...refunds, ...granted.map(({ amountCents }) => ({ amountCents, status: 'pending' as const }))], disputes }
}
