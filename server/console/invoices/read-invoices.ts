import { sql } from 'kysely'

import { describeTax, nameBuyer } from '#domain/invoices/invoice.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readListView } from '#server/console/shell/list-view.ts'
import { type Asked, readAsked, sorted, type SortColumns, toSortedPage } from '#server/console/shell/sorting.ts'
import type { Db } from '#server/db/database.ts'
import { buyerOf, type InvoiceRow, toTax } from '#server/services/commerce/invoices/invoice-rows.ts'
import { makesInvoices } from '#server/services/commerce/invoices/tax-terms-at-purchase.ts'

const SORTS: SortColumns = {
	issued: { by: sql`issued_at`, kind: 'time' },
	total: { by: sql`gross_cents`, kind: 'count' },
}

export const readAskedInvoices = (params: URLSearchParams): Asked => readAsked(params, SORTS, '-issued')

export const listInvoices = (db: Db, asked: Asked) => sorted(db.selectFrom('invoices').selectAll(), asked, sql`id`)

/** Lists the years from the latest invoice to the first. Reads only both ends of an index. */
async function listYears(db: Db): Promise<number[]> {
	const { first, last } = await db
		.selectFrom('invoices')
		.select(({ fn }) => [fn.min('year').as('first'), fn.max('year').as('last')])
		.executeTakeFirstOrThrow()
	return first === null || last === null ? [] : Array.from({ length: last - first + 1 }, (_, index) => last - index)
}

const NO_TAX: Readonly<Record<Exclude<InvoiceRow['tax_kind'], 'included'>, string>> = {
	reverse_charge: 'Reverse charge',
	zero_rated: 'Zero-rated',
	exempt: 'Exempt',
	not_subject: 'No tax applies',
}

export const presentInvoice = (row: InvoiceRow) => ({
	id: row.id,
	number: row.number,
	isCreditNote: row.kind === 'credit_note',
	issuedAt: row.issued_at,
	buyer: nameBuyer(buyerOf(row)),
	orderId: row.order_id,
	total: formatMoney(row.gross_cents, row.currency),
	tax: row.tax_kind === 'included' ? `${formatMoney(row.tax_cents, row.currency)} (${describeTax(toTax(row))})` : NO_TAX[row.tax_kind],
})

export async function readInvoices(request: ConsoleRequest) {
	const { ctx } = request
	const asked = readAskedInvoices(request.url.searchParams)
	const view = await readListView(request, 'invoices')
	const { rows, next } = toSortedPage(await listInvoices(ctx.db, { ...asked, limit: view.pageRows + 1 }).execute(), { size: view.pageRows })
	return {
		view,
		invoices: rows.map(presentInvoice),
		sort: asked.sort.name,
		next,
		years: await listYears(ctx.db),
		/** Why payments get no invoice; null if they do. */
		whyNone: makesInvoices(ctx) ? null : ctx.invoicing === null ? ('off' as const) : ('tax-unknown' as const),
	}
}
