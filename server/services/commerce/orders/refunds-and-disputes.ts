import { sql } from 'kysely'

import { replacesFact } from '#domain/orders/merge-facts.ts'
import type { OrderFacts } from '#domain/orders/order-status.ts'
import type { PaymentSnapshot, SnapshotDispute, SnapshotRefund } from '#server/adapters/payments/port.ts'
import type { Tx } from '#server/db/database.ts'

type Told<T> = { told: T; asOf: Date }

async function storeRefund(tx: Tx, orderId: string, { told, asOf }: Told<SnapshotRefund>): Promise<void> {
	const known = await tx.selectFrom('refunds').select(['status', 'as_of']).where('provider_refund_id', '=', told.id).executeTakeFirst()
	if (known && !replacesFact({ status: told.status, asOf }, { status: known.status, asOf: known.as_of })) return
	const facts = { status: told.status, failure_reason: told.failureReason, as_of: asOf }
	await tx
		.insertInto('refunds')
		.values({
			provider_refund_id: told.id,
			order_id: orderId,
			provider_payment_id: told.paymentId,
			request_ref: told.requestRef,
			amount_cents: told.amountCents,
			created_at: told.createdAt,
			...facts,
		})
		.onConflict((conflict) => conflict.column('provider_refund_id').doUpdateSet(facts))
		.execute()
}

async function storeDispute(tx: Tx, orderId: string, { told, asOf }: Told<SnapshotDispute>): Promise<void> {
	const known = await tx.selectFrom('disputes').select(['status', 'as_of']).where('provider_dispute_id', '=', told.id).executeTakeFirst()
	if (known && !replacesFact({ status: told.status, asOf }, { status: known.status, asOf: known.as_of })) return
	const facts = {
		amount_cents: told.amountCents,
		status: told.status,
		reason: told.reason,
		evidence_due_by: told.evidenceDueBy,
		as_of: asOf,
	}
	await tx
		.insertInto('disputes')
		.values({ provider_dispute_id: told.id, order_id: orderId, provider_payment_id: told.paymentId, ...facts })
		.onConflict((conflict) => conflict.column('provider_dispute_id').doUpdateSet(facts))
		.execute()
}

/** Stores the refunds and disputes of a provider snapshot. The caller holds the order's lock. */
export async function storeRefundsAndDisputes(tx: Tx, orderId: string, { refunds, disputes, asOf }: PaymentSnapshot): Promise<void> {
	for (const told of refunds) await storeRefund(tx, orderId, { told, asOf })
	for (const told of disputes) await storeDispute(tx, orderId, { told, asOf })
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
