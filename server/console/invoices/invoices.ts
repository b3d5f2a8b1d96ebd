import { consolePaths } from '#contracts/console-paths.ts'
import { nameBuyer } from '#domain/invoices/invoice.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import { fileRoute, reactPage } from '#server/console/shell/route.ts'
import { sendInvoicePdf, sendInvoiceXml } from '#server/http/send-invoice.ts'
import { requireInvoice } from '#server/services/commerce/invoices/find-invoices.ts'
import { buyerOf, type InvoiceRow } from '#server/services/commerce/invoices/invoice-rows.ts'

import { listInvoices, presentInvoice, readAskedInvoices } from './read-invoices.ts'
import { writeYear } from './year-file.ts'

const invoiceListFile = exportList<InvoiceRow>(consolePaths.invoices, {
	kind: 'order',
	columns: [
		['number', (row) => row.number],
		['kind', (row) => row.kind.replace('_', ' '), 'number'],
		['when', (row) => formatTime(row.issued_at)],
		['buyer', (row) => nameBuyer(buyerOf(row))],
		['order', (row) => row.order_id],
		['total', (row) => Number(decimalOf(row.gross_cents, row.currency))],
		['currency', (row) => row.currency.toUpperCase(), 'total'],
		['tax', (row) => presentInvoice(row).tax],
	],
	ask: ({ db }, params) => ({ ...readAskedInvoices(params), filters: {}, read: (asked) => listInvoices(db, asked).execute() }),
})

function sendYear({ c, ctx }: ConsoleActionRequest) {
	const asked = c.req.query('year') ?? ''
	const year = /^\d{4}$/.test(asked) ? Number(asked) : ctx.now().getUTCFullYear()
	c.header('Content-Type', 'text/csv; charset=utf-8')
	c.header('Content-Disposition', `attachment; filename="invoices-${year}.csv"`)
	const encoder = new TextEncoder()
	const pieces = writeYear(ctx.db, year)
	// Writes the CSV as the client reads it.
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { done, value } = await pieces.next()
			if (done) controller.close()
			else controller.enqueue(encoder.encode(value))
		},
	})
	return c.body(body)
}

const invoiceOf = ({ params, ctx }: ConsoleActionRequest) => requireInvoice(ctx.db, { id: params.invoice ?? '', orderId: null })

export const invoiceRoutes = [
	reactPage(consolePaths.invoices, 'operator'),
	invoiceListFile,
	fileRoute(consolePaths.invoiceFile, 'operator', sendYear),
	fileRoute(`${consolePaths.invoices}/:invoice/pdf`, 'support', async (request) => sendInvoicePdf(request.c, await invoiceOf(request))),
	fileRoute(`${consolePaths.invoices}/:invoice/xml`, 'support', async (request) => sendInvoiceXml(request.c, await invoiceOf(request))),
]
