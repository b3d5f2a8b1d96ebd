import type { Selectable } from 'kysely'

import type { Transfer, TransferBook } from '#server/adapters/payments/port.ts'
import type { Db } from '#server/db/database.ts'
import type { BankTransfers } from '#server/db/row-types.ts'

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

/** Finds the row of a checkout's transfer, in any state; null if there is none. */
export const findRow = async (db: Db, checkoutId: string): Promise<TransferRow | null> =>
	(await db.selectFrom('bank_transfers').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst()) ?? null
