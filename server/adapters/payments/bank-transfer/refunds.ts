import type { Selectable } from 'kysely'
import { randomBytes } from 'node:crypto'

import { ProviderUnavailable, type RefundOrder, RefundRefused, type SnapshotRefund } from '#server/adapters/payments/port.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { BankTransferRefunds } from '#server/db/row-types.ts'

import type { TransferRow } from './transfer-book.ts'

type RefundRow = Selectable<BankTransferRefunds>

/** Returns the ID of a transfer's payment, of which there is at most one. */
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
		const made = known.find(({ requestRef }) => requestRef === order.refundRequestId)
		if (made) return made
		const left = transfer.total_cents - known.reduce((sum, { amountCents }) => sum + amountCents, 0)
		if (left <= 0) throw new RefundRefused('already_refunded')
		if (order.amountCents > left) throw new RefundRefused('too_much')
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
