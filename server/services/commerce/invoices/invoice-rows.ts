import type { Selectable } from 'kysely'

import type { InvoiceSummary } from '#contracts/payments.ts'
import type { Buyer, Invoice, Seller } from '#domain/invoices/invoice.ts'
import type { InvoicesTable } from '#server/db/row-types.ts'

export type InvoiceRow = Selectable<InvoicesTable>

const toDay = (time: Date) => time.toISOString().slice(0, 10)

export const buyerOf = (row: Pick<InvoiceRow, 'buyer'>): Buyer => row.buyer as Buyer

/** A document as it was issued. @param corrected the invoice that a credit note names */
export const presentInvoice = (row: InvoiceRow, corrected: Pick<InvoiceRow, 'number' | 'issued_at'> | null): Invoice => ({
	kind: row.kind,
	number: row.number,
	issuedOn: toDay(row.issued_at),
	suppliedOn: toDay(row.supplied_at),
	currency: row.currency.toUpperCase(),
	seller: row.seller as Seller,
	buyer: buyerOf(row),
	item: row.item,
	itemNote: row.item_note,
	netCents: row.net_cents,
	taxCents: row.tax_cents,
	grossCents: row.gross_cents,
	tax: { kind: row.tax_kind, rateBasisPoints: row.tax_rate, reason: row.tax_reason },
	corrects: corrected && { number: corrected.number, issuedOn: toDay(corrected.issued_at) },
	orderId: row.order_id,
	isLive: row.livemode,
})

export const summarizeInvoice = (row: InvoiceRow): InvoiceSummary => ({
	id: row.id,
	kind: row.kind,
	number: row.number,
	issuedOn: toDay(row.issued_at),
	currency: row.currency,
	totalCents: row.gross_cents,
})
