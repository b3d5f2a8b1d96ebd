import { html } from 'hono/html'

import { describeTax, nameBuyer } from '#domain/invoices/invoice.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import { readPlace, toPlaceOf } from '#server/console/shell/look-up.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, older, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { page } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { sendInvoicePdf, sendInvoiceXml } from '#server/http/send-invoice.ts'
import { requireInvoice } from '#server/services/commerce/invoices/find-invoices.ts'
import { buyerOf, taxOf } from '#server/services/commerce/invoices/invoice-rows.ts'
import { makesInvoices } from '#server/services/commerce/invoices/makes-invoices.ts'

import { listIssued, listYears, PAGE_SIZE } from './list-issued.ts'
import { writeYear } from './year-file.ts'

const explainNone = () =>
	html`<p class="note">
		Invoices are off: <code>makesInvoices</code> in <code>content/company/seller.json</code> is false, or it leaves the tax to Stripe while
		buyers pay by bank transfer. Orders paid in the meantime will not get one later.
	</p>`

const toPayouts = () => html`<p><a href="${places.payouts}">Payouts and fees</a> of the payment provider</p>`

const showYears = (years: readonly number[]): Html =>
	html`<ul>
		${years.map((year) => html`<li><a class="more" href="${places.invoiceFile}?year=${year}">${year} as CSV, with sums by country and rate of the tax</a></li>`)}
	</ul>`

async function showInvoices(work: Work) {
	const { db } = work.ctx
	const rows = await listIssued(db, readPlace(work.c.req.query('before')))
	const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
	const content = html`${toPayouts()} ${makesInvoices(work.ctx) ? '' : explainNone()} ${showYears(await listYears(db))}
	${table({
		caption: 'Invoices and credit notes',
		head: ['Number', 'When', 'Buyer', 'Order', 'Total', 'Tax', 'Files'],
		rows: rows.map((row) => [
			html`<span class="whole">${row.number}</span> ${row.kind === 'credit_note' ? badge('credit note', 'warn') : ''}`,
			when(row.issued_at),
			nameBuyer(buyerOf(row)),
			html`<a class="whole" href="${places.orders}/${row.order_id}">${row.order_id.slice(-8)}</a>`,
			`${decimalOf(row.gross_cents, row.currency)} ${row.currency.toUpperCase()}`,
			row.tax_kind === 'included'
				? `${decimalOf(row.tax_cents, row.currency)} (${describeTax(taxOf(row))})`
				: row.tax_kind.replace('_', ' '),
			html`<a href="${places.invoices}/${row.id}/pdf">PDF</a> · <a href="${places.invoices}/${row.id}/xml">XML</a>`,
		]),
		empty: 'No invoice has been made yet.',
	})}
	${older(last === undefined ? null : `${places.invoices}?before=${encodeURIComponent(toPlaceOf({ created_at: last.issued_at, id: last.id }))}`)}`
	return showPage(work, { title: 'Invoices', content })
}

function sendYear({ c, ctx }: Work) {
	const asked = c.req.query('year') ?? ''
	const year = /^\d{4}$/.test(asked) ? Number(asked) : ctx.now().getUTCFullYear()
	c.header('Content-Type', 'text/csv; charset=utf-8')
	c.header('Content-Disposition', `attachment; filename="invoices-${year}.csv"`)
	const encoder = new TextEncoder()
	const pieces = writeYear(ctx.db, year)
	// Read as fast as it is taken, and no further than that.
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { done, value } = await pieces.next()
			if (done) controller.close()
			else controller.enqueue(encoder.encode(value))
		},
	})
	return c.body(body)
}

const invoiceOf = ({ c, ctx }: Work) => requireInvoice(ctx.db, { id: c.req.param('invoice') ?? '', orderId: null })

export const invoiceRoutes = [
	page(places.invoices, 'operator', showInvoices),
	page(places.invoiceFile, 'operator', sendYear),
	page(`${places.invoices}/:invoice/pdf`, 'support', async (work) => sendInvoicePdf(work.c, await invoiceOf(work))),
	page(`${places.invoices}/:invoice/xml`, 'support', async (work) => sendInvoiceXml(work.c, await invoiceOf(work))),
]
