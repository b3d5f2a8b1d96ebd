import type { Selectable } from 'kysely'
import { z } from 'zod'

import type { InvoiceSummary } from '#contracts/payments.ts'
import type { TaxedAmount } from '#domain/invoices/document-due.ts'
import type { Buyer, Invoice, Seller, Tax } from '#domain/invoices/invoice.ts'
import { sellerDay } from '#domain/invoices/seller-day.ts'
import type { IssuedDocument } from '#domain/invoices/spread-credit.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Invoices } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { belongsToOrders } from '#server/services/commerce/orders/find-order.ts'

export type InvoiceRow = Selectable<Invoices>

export const sellerOf = (row: Pick<InvoiceRow, 'seller'>): Seller => row.seller as Seller
export const buyerOf = (row: Pick<InvoiceRow, 'buyer'>): Buyer => row.buyer as Buyer

export const toInvoiceTax = (row: InvoiceRow): Tax => ({
	kind: row.tax_kind,
	rateBasisPoints: row.tax_rate,
	reason: row.tax_reason,
	name: row.tax_name,
	country: row.tax_country,
})

/** Returns the basis for splitting tax: the largest invoice since the order's tax last changed. */
export function findTaxBasis(known: readonly InvoiceRow[], invoice: InvoiceRow): TaxedAmount {
	const invoices = known.filter(({ kind }) => kind === 'invoice')
	const alike = invoices.slice(
		invoices.findLastIndex((row) => JSON.stringify(toInvoiceTax(row)) !== JSON.stringify(toInvoiceTax(invoice))) + 1,
	)
	const largest = alike.reduce((most, row) => (row.gross_cents > most.gross_cents ? row : most), invoice)
	return { grossCents: largest.gross_cents, taxCents: largest.tax_cents, rateBasisPoints: invoice.tax_rate }
}

/** Returns the invoice's dates in the seller's time zone, as stored with the invoice. */
export const invoiceDatesOf = (row: Pick<InvoiceRow, 'seller' | 'issued_at' | 'supplied_at'>) => ({
	issuedOn: sellerDay(sellerOf(row), row.issued_at.getTime()),
	suppliedOn: sellerDay(sellerOf(row), row.supplied_at.getTime()),
})

export const toIssuedDocument = (row: InvoiceRow): IssuedDocument => ({
	id: row.id,
	kind: row.kind,
	corrects: row.corrects,
	netCents: row.net_cents,
	taxCents: row.tax_cents,
	grossCents: row.gross_cents,
})

type RelatedInvoices = {
	corrected: InvoiceRow | null
	replacedBy: InvoiceRow | null
}

export const toInvoice = (row: InvoiceRow, { corrected, replacedBy }: RelatedInvoices): Invoice => ({
	kind: row.kind,
	number: row.number,
	...invoiceDatesOf(row),
	currency: row.currency.toUpperCase(),
	seller: sellerOf(row),
	buyer: buyerOf(row),
	item: row.item,
	itemNote: row.item_note,
	netCents: row.net_cents,
	taxCents: row.tax_cents,
	grossCents: row.gross_cents,
	tax: toInvoiceTax(row),
	corrects: corrected && { number: corrected.number, issuedOn: invoiceDatesOf(corrected).issuedOn },
	replacedBy: replacedBy?.number ?? null,
	orderId: row.order_id,
	isLive: row.livemode,
})

export const summarizeInvoice = (row: InvoiceRow): InvoiceSummary => ({
	id: row.id,
	kind: row.kind,
	number: row.number,
	issuedOn: invoiceDatesOf(row).issuedOn,
	currency: row.currency,
	totalCents: row.gross_cents,
})

export const listInvoicesOf = (db: Db | Tx, orderIds: readonly string[]): Promise<InvoiceRow[]> =>
	db.selectFrom('invoices').selectAll().where(belongsToOrders(orderIds)).orderBy('issued_at').orderBy('id').execute()

export const listInvoices = (db: Db | Tx, orderId: string): Promise<InvoiceRow[]> => listInvoicesOf(db, [orderId])

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
	return toInvoice(row, { corrected: await find(row.corrects), replacedBy: await find(row.replaced_by) })
}
