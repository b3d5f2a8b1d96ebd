import type { Selectable } from 'kysely'
import { randomBytes } from 'node:crypto'

import {
	ProviderUnavailable,
	type RefundOrder,
	RefundRefused,
	type SnapshotRefund,
	type Transfer,
	type TransferBook,
} from '#server/adapters/payments/port.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import type { BankTransferRefunds, BankTransfers } from '#server/db/row-types.ts'

export type TransferRow = Selectable<BankTransfers>

const toTransfer = (row: TransferRow): Transfer => ({
	checkoutId: row.checkout_id,
	orderId: row.order_id,
	reference: row.reference,
	amountCents: row.total_cents,
	currency: row.currency,
	acceptedAt: row.accepted_at,
	expiresAt: row.expires_at,
	closedAt: row.closed_at,
	paidAt: row.paid_at,
})

/** @param payWithinMs time in which a placed order must be paid */
export const createTransferBook = (isLive: boolean, payWithinMs: () => number): TransferBook => ({
	async find(db, checkoutId) {
		const row = await db.selectFrom('bank_transfers').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst()
		return row ? toTransfer(row) : null
	},
	async lock(tx, reference) {
		const row = await tx
			.selectFrom('bank_transfers')
			.selectAll()
			.where('reference', '=', reference)
			.where('livemode', '=', isLive)
			.forUpdate()
			.executeTakeFirst()
		return row ? toTransfer(row) : null
	},
	async listOpen(db) {
		const rows = await db
			.selectFrom('bank_transfers')
			.selectAll()
			.where('livemode', '=', isLive)
			.where('accepted_at', 'is not', null)
			.where('paid_at', 'is', null)
			.where('closed_at', 'is', null)
			.orderBy('accepted_at')
			.execute()
		return rows.map(toTransfer)
	},
	async accept(tx, checkoutId, { version, at }) {
		const row = await tx
			.updateTable('bank_transfers')
			.set({ consent_version: version, accepted_at: at, expires_at: new Date(at.getTime() + payWithinMs()) })
			.where('checkout_id', '=', checkoutId)
			.where('accepted_at', 'is', null)
			.where('closed_at', 'is', null)
			.where('expires_at', '>', at)
			.returning('checkout_id')
			.executeTakeFirst()
		return row !== undefined
	},
	async markPaid(tx, reference, at) {
		await tx.updateTable('bank_transfers').set({ paid_at: at }).where('reference', '=', reference).where('paid_at', 'is', null).execute()
	},
	async markRefundSent(tx, refundRequestId, at) {
		const row = await tx
			.selectFrom('bank_transfer_refunds')
			.select(['checkout_id', 'sent_at'])
			.where('request_ref', '=', refundRequestId)
			.forUpdate()
			.executeTakeFirst()
		if (!row) return null
		if (row.sent_at === null)
			await tx.updateTable('bank_transfer_refunds').set({ sent_at: at }).where('request_ref', '=', refundRequestId).execute()
		return { checkoutId: row.checkout_id, isNew: row.sent_at === null }
	},
})

export const findTransferRow = async (db: Db, checkoutId: string): Promise<TransferRow | null> =>
	(await db.selectFrom('bank_transfers').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst()) ?? null

type RefundRow = Selectable<BankTransferRefunds>

/** Returns the ID of a transfer's only payment. */
export const toPaymentId = ({ reference }: Pick<TransferRow, 'reference'>): string => `transfer_${reference}`

const present = (row: RefundRow, transfer: Pick<TransferRow, 'reference' | 'currency'>): SnapshotRefund => ({
	id: row.id,
	paymentId: toPaymentId(transfer),
	amountCents: row.amount_cents,
	currency: transfer.currency,
	// No money has moved until the operator confirms the refund.
	status: row.sent_at === null ? 'requires_action' : 'succeeded',
	requestRef: row.request_ref,
	failureReason: null,
	createdAt: row.created_at,
})

export async function listRefunds(db: Db | Tx, transfer: TransferRow): Promise<SnapshotRefund[]> {
	const rows = await db
		.selectFrom('bank_transfer_refunds')
		.selectAll()
		.where('checkout_id', '=', transfer.checkout_id)
		.orderBy('created_at')
		.orderBy('id')
		.execute()
	return rows.map((row) => present(row, transfer))
}

/**
 * Records a refund for the operator to send, once per request.
 * @throws RefundRefused for an unknown or unpaid transfer, or if the amount exceeds what is left
 */
export const createRefund = (db: Db, order: RefundOrder, now: Date): Promise<SnapshotRefund> =>
	inTransaction(db, async (tx) => {
		const transfer = await tx
			.selectFrom('bank_transfers')
			.selectAll()
			.where('reference', '=', order.paymentId.replace(/^transfer_/, ''))
			.where('paid_at', 'is not', null)
			.forUpdate()
			.executeTakeFirst()
		if (!transfer || toPaymentId(transfer) !== order.paymentId) throw new RefundRefused('unknown_payment')
		const known = await listRefunds(tx, transfer)
		const existing = known.find(({ requestRef }) => requestRef === order.refundRequestId)
		if (existing) return existing
		const remainingCents = transfer.total_cents - known.reduce((sum, { amountCents }) => sum + amountCents, 0)
		if (remainingCents <= 0) throw new RefundRefused('already_refunded')
		if (order.amountCents > remainingCents) throw new RefundRefused('too_much')
		const row = await tx
			.insertInto('bank_transfer_refunds')
			.values({
				id: `btr_${randomBytes(12).toString('hex')}`,
				checkout_id: transfer.checkout_id,
				order_id: transfer.order_id,
				request_ref: order.refundRequestId,
				amount_cents: order.amountCents,
				created_at: now,
			})
			.returningAll()
			.executeTakeFirstOrThrow()
		return present(row, transfer)
	})

export async function fetchRefund(db: Db, refundId: string): Promise<SnapshotRefund> {
	const row = await db
		.selectFrom('bank_transfer_refunds')
		.innerJoin('bank_transfers', 'bank_transfers.checkout_id', 'bank_transfer_refunds.checkout_id')
		.selectAll('bank_transfer_refunds')
		.select(['reference', 'currency'])
		.where('id', '=', refundId)
		.executeTakeFirst()
	if (!row) throw new ProviderUnavailable(`there is no refund ${refundId}`)
	return present(row, row)
}
