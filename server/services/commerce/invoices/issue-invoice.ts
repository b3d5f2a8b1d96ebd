import { cleanBuyer } from '#domain/invoices/clean-buyer.ts'
import type { DueDocument } from '#domain/invoices/document-due.ts'
import type { Buyer, Seller, Tax } from '#domain/invoices/invoice.ts'
import { formatNumber, nextNumber, type SeriesState } from '#domain/invoices/next-number.ts'
import { readReportedTax } from '#domain/invoices/reported-tax.ts'
import { splitGross } from '#domain/invoices/split-gross.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { PaymentSnapshot } from '#server/adapters/payments/port.ts'
import type { Tx } from '#server/db/database.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { buyerOf, type InvoiceRow, sellerOf, toInvoiceTax } from './find-invoices.ts'

/** Number series of test invoices, so that the numbers of real ones have no gaps. */
const TEST_SERIES = 'TEST'

export type InvoiceTerms = { seller: Seller; buyer: Buyer; tax: Tax; item: string; itemNote: string | null; suppliedAt: Date }

/** Returns the terms stored with an invoice. Corrections use these, even if the seller has changed since. */
export const invoiceTermsOf = (invoice: InvoiceRow): InvoiceTerms => ({
	seller: sellerOf(invoice),
	buyer: buyerOf(invoice),
	tax: toInvoiceTax(invoice),
	item: invoice.item,
	itemNote: invoice.item_note,
	suppliedAt: invoice.supplied_at,
})

/**
 * Takes the next number of a series. The series' row stays locked until the transaction ends, so that a rollback leaves no gap in
 * the numbers.
 */
async function takeNumber(tx: Tx, series: string, { now, seller }: { now: Date; seller: Seller }): Promise<SeriesState> {
	await tx
		.insertInto('invoice_series')
		.values({ series, year: 0, last_number: 0, last_issued_at: new Date(0) })
		.onConflict((conflict) => conflict.doNothing())
		.execute()
	const row = await tx.selectFrom('invoice_series').selectAll().where('series', '=', series).forUpdate().executeTakeFirstOrThrow()
	const state = { year: row.year, lastNumber: row.last_number, lastIssuedAtMs: row.last_issued_at.getTime() }
	const next = nextNumber(state, now.getTime(), seller)
	await tx
		.updateTable('invoice_series')
		.set({ year: next.year, last_number: next.lastNumber, last_issued_at: new Date(next.lastIssuedAtMs) })
		.where('series', '=', series)
		.execute()
	return next
}

type Document = DueDocument & { order: OrderRow; terms: InvoiceTerms; corrects?: string; replacedBy?: string }

/**
 * Issues an invoice or credit note. The caller holds the order's lock, issues invoices before credit notes (otherwise two
 * transactions could deadlock on the two series), and does nothing slow afterwards, because the number series stays locked.
 */
export async function issueDocument(ctx: ServiceContext, tx: Tx, document: Document): Promise<InvoiceRow> {
	const { order, terms, kind, corrects = null, replacedBy = null } = document
	const name = kind === 'invoice' ? ctx.content.numberSeries.invoices : ctx.content.numberSeries.creditNotes
	const series = order.livemode ? name : `${TEST_SERIES}-${name}`
	const { seller, buyer, tax } = terms
	const taken = await takeNumber(tx, series, { now: ctx.now(), seller })
	return tx
		.insertInto('invoices')
		.values({
			kind,
			number: formatNumber(series, taken),
			series,
			year: taken.year,
			sequence: taken.lastNumber,
			order_id: order.id,
			corrects,
			replaced_by: replacedBy,
			currency: order.currency,
			net_cents: document.netCents,
			tax_cents: document.taxCents,
			gross_cents: document.grossCents,
			tax_kind: tax.kind,
			tax_rate: tax.rateBasisPoints,
			tax_reason: tax.reason,
			tax_name: tax.name ?? null,
			tax_country: tax.country ?? null,
			item: terms.item,
			item_note: terms.itemNote,
			seller,
			buyer,
			livemode: order.livemode,
			issued_at: new Date(taken.lastIssuedAtMs),
			supplied_at: terms.suppliedAt,
		})
		.returningAll()
		.executeTakeFirstOrThrow()
}

/** True if payments are invoiced: the seller's details are set, and either the content or the payment provider supplies the tax. */
export const makesInvoices = ({ invoicing, payments }: Pick<ServiceContext, 'invoicing' | 'payments'>): boolean =>
	invoicing !== null && (invoicing.tax !== null || payments.calculatesTax)

/** Tax terms of an order. `taxCents`: the part of the full price that is tax. */
export type TaxTermsAtPurchase = InvoiceTerms & { taxCents: number }

/** @param taxCents tax actually charged; calculated from the rate if omitted */
export function toTaxTerms(
	ctx: ServiceContext,
	order: OrderRow,
	{ seller, buyer, tax, taxCents }: { seller: Seller; buyer: Buyer; tax: Tax; taxCents?: number },
): TaxTermsAtPurchase {
	return {
		seller,
		tax,
		buyer,
		taxCents: taxCents ?? splitGross(order.total_cents, tax.rateBasisPoints).taxCents,
		item: order.product_name,
		itemNote:
			order.discount_cents > 0
				? `${formatMoney(order.subtotal_cents, order.currency)} less ${formatMoney(order.discount_cents, order.currency)} with code ${order.discount_code ?? ''}`
				: null,
		suppliedAt: order.paid_at ?? ctx.now(),
	}
}

/**
 * Returns the tax terms for a paid order. Tax reported by the provider takes precedence over the seller's configured tax.
 * @returns null if no invoice is issued, `tax-unknown` if the tax is unknown
 */
export function taxTermsAtPurchase(
	ctx: ServiceContext,
	order: OrderRow,
	{ customer, tax: reportedTax }: PaymentSnapshot,
): TaxTermsAtPurchase | 'tax-unknown' | null {
	if (ctx.invoicing === null || !makesInvoices(ctx) || order.total_cents === 0) return null
	const { seller } = ctx.invoicing
	const tax = reportedTax === null ? ctx.invoicing.tax : readReportedTax(reportedTax)
	if (tax === null) return 'tax-unknown'
	const buyer = cleanBuyer({
		name: customer?.name ?? null,
		email: order.email,
		address: customer?.address ?? null,
		vatId: customer?.vatId ?? null,
	})
	return toTaxTerms(ctx, order, { seller, buyer, tax, ...(reportedTax !== null && { taxCents: reportedTax.taxCents }) })
}
