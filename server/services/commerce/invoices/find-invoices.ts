import { z } from 'zod'

import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { type InvoiceRow, presentInvoice } from './invoice-rows.ts'

export const listInvoices = (db: Db | Tx, orderId: string): Promise<InvoiceRow[]> =>
	db.selectFrom('invoices').selectAll().where('order_id', '=', orderId).orderBy('issued_at').orderBy('id').execute()

const notFound = () => new ServiceError('not-found', 'invoice_not_found', 'We can’t find that invoice.')

/**
 * @param orderId null allows any order, for the operator
 * @throws ServiceError invoice_not_found (404), also if it belongs to another order
 */
export async function requireInvoice(db: Db, { id, orderId }: { id: string; orderId: string | null }): Promise<Invoice> {
	if (!z.uuid().safeParse(id).success) throw notFound()
	const row = await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()
	if (!row || (orderId !== null && row.order_id !== orderId)) throw notFound()
	const find = (named: string | null) =>
		named === null ? null : db.selectFrom('invoices').selectAll().where('id', '=', named).executeTakeFirstOrThrow()
	return presentInvoice(row, { corrected: await find(row.corrects), replacedBy: await find(row.replaced_by) })
}
