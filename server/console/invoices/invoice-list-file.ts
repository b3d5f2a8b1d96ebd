import { consolePaths } from '#contracts/console-paths.ts'
import { nameBuyer } from '#domain/invoices/invoice.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import { buyerOf, type InvoiceRow } from '#server/services/commerce/invoices/invoice-rows.ts'

import { listInvoices, presentInvoice, readAskedInvoices } from './read-invoices.ts'

export const invoiceListFile = exportList<InvoiceRow>(consolePaths.invoices, {
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
