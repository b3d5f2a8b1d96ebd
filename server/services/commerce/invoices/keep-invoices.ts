import { sql } from 'kysely'

import { numberSeries } from '#content/seller.server.ts'
import { cleanBuyer } from '#domain/invoices/clean-buyer.ts'
import { documentDue, type DueDocument } from '#domain/invoices/document-due.ts'
import type { Buyer, Seller, Tax } from '#domain/invoices/invoice.ts'
import { formatNumber, nextNumber, type SeriesState } from '#domain/invoices/next-number.ts'
import { moneyOf, type OrderFacts } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { SnapshotCustomer } from '#server/adapters/payments/port.ts'
import type { Tx } from '#server/db/database.ts'
import type { OrderRow } from '#server/services/commerce/orders/order-rows.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { buyerOf, type InvoiceRow } from './invoice-rows.ts'
import { makesInvoices } from './makes-invoices.ts'

/** Test mode has its own series: the numbers of real invoices have no gap from it. */
const TEST_SERIES = 'TEST'

/** What all documents of one order have in common. */
type Terms = { seller: Seller; buyer: Buyer; tax: Tax; item: string; itemNote: string | null; suppliedAt: Date; corrects: string | null }

type Paid = { order: OrderRow; facts: OrderFacts; settledNow: boolean; customer: SnapshotCustomer | null }

/** Takes the next number. The series' row stays locked until the transaction ends, so that a rollback gives the number back. */
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

async function issue(ctx: ServiceContext, tx: Tx, { order, due, terms }: { order: OrderRow; due: DueDocument; terms: Terms }) {
	const name = due.kind === 'invoice' ? numberSeries.invoices : numberSeries.creditNotes
	const series = order.livemode ? name : `${TEST_SERIES}-${name}`
	const { seller, buyer, tax } = terms
	const taken = await takeNumber(tx, series, { now: ctx.now(), seller })
	await tx
		.insertInto('invoices')
		.values({
			kind: due.kind,
			number: formatNumber(series, taken),
			series,
			year: taken.year,
			sequence: taken.lastNumber,
			order_id: order.id,
			corrects: due.kind === 'credit_note' ? terms.corrects : null,
			currency: order.currency,
			net_cents: due.netCents,
			tax_cents: due.taxCents,
			gross_cents: due.grossCents,
			tax_kind: tax.kind,
			tax_rate: tax.rateBasisPoints,
			tax_reason: tax.reason,
			item: terms.item,
			item_note: terms.itemNote,
			seller,
			buyer,
			livemode: order.livemode,
			issued_at: new Date(taken.lastIssuedAtMs),
			supplied_at: terms.suppliedAt,
		})
		.execute()
}

/** The terms of the first document of an order; null while no invoices are made. */
function firstTerms(ctx: ServiceContext, { order, customer }: Paid): Terms | null {
	if (ctx.invoicing === null || !makesInvoices(ctx)) return null
	return {
		...ctx.invoicing,
		buyer: cleanBuyer({
			name: customer?.name ?? null,
			email: order.email,
			address: customer?.address ?? null,
			vatId: customer?.vatId ?? null,
		}),
		item: order.product_name,
		itemNote:
			order.discount_cents > 0
				? `${formatMoney(order.subtotal_cents, order.currency)} less ${formatMoney(order.discount_cents, order.currency)} with code ${order.discount_code ?? ''}`
				: null,
		suppliedAt: order.paid_at ?? ctx.now(),
		corrects: null,
	}
}

/** Later documents say what the invoice said, also after the seller has changed: they correct it. */
const laterTerms = (invoice: InvoiceRow): Terms => ({
	seller: invoice.seller as Seller,
	buyer: buyerOf(invoice),
	tax: { kind: invoice.tax_kind, rateBasisPoints: invoice.tax_rate, reason: invoice.tax_reason },
	item: invoice.item,
	itemNote: invoice.item_note,
	suppliedAt: invoice.supplied_at,
	corrects: invoice.id,
})

const signOf = (kind: InvoiceRow['kind']) => (kind === 'invoice' ? 1 : -1)
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0)

/**
 * Issues what an order's documents lack: the invoice of the whole price when it is paid, a credit note when money has gone back, both when
 * it went back before anybody told of the payment. The caller holds the order's lock, and does nothing more in its transaction that takes time: the series waits for it. An order that was paid before
 * invoices were made gets none.
 */
export async function keepInvoices(ctx: ServiceContext, tx: Tx, paid: Paid): Promise<void> {
	const { order, facts } = paid
	const known = await tx
		.selectFrom('invoices')
		.selectAll()
		.where('order_id', '=', order.id)
		.orderBy('issued_at')
		.orderBy(sql`id`)
		.execute()
	const invoice = known.findLast(({ kind }) => kind === 'invoice')
	const terms = invoice ? laterTerms(invoice) : paid.settledNow ? firstTerms(ctx, paid) : null
	if (terms === null) return
	const standing = {
		grossCents: sumOf(known.map((each) => signOf(each.kind) * each.gross_cents)),
		taxCents: sumOf(known.map((each) => signOf(each.kind) * each.tax_cents)),
	}
	const { received, returned } = moneyOf(facts)
	const money = { totalCents: order.total_cents, receivedCents: received, returnedCents: invoice ? returned : 0 }
	const due = documentDue(money, standing, terms.tax.rateBasisPoints)
	if (due === null) return
	await issue(ctx, tx, { order, due, terms })
	if (!invoice && returned > 0) await keepInvoices(ctx, tx, paid)
}
