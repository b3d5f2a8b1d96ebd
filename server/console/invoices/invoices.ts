import { sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import { describeTax, nameBuyer } from '#domain/invoices/invoice.ts'
import { decimalOf, formatMoney } from '#domain/pricing/money.ts'
import { findOrders, MAX_FOUND as MAX_FOUND_ORDERS } from '#server/console/orders/find-orders.ts'
import type { ConsoleActionRequest, ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readDateFilter } from '#server/console/shell/date-filter.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import {
	type ListRequest,
	readListRequest,
	readListView,
	readSortedPage,
	type SortColumns,
	applySort,
	sortSearchResults,
} from '#server/console/shell/lists.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { fileRoute } from '#server/console/shell/route.ts'
import type { Db } from '#server/db/database.ts'
import { sendFile } from '#server/http/send-file.ts'
import { sendInvoicePdf, sendInvoiceXml } from '#server/http/send-invoice.ts'
import { buyerOf, type InvoiceRow, requireInvoice, toInvoiceTax } from '#server/services/commerce/invoices/find-invoices.ts'
import { makesInvoices } from '#server/services/commerce/invoices/issue-invoice.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { writeYear } from './year-file.ts'

const DATED_SORTS: SortColumns = { issued: { by: sql`issued_at`, kind: 'time' } }
const SORTS: SortColumns = {
	...DATED_SORTS,
	total: { by: sql`gross_cents`, kind: 'count' },
}

export function readInvoicesRequest(params: URLSearchParams, zone: string) {
	const days = readDateFilter(params, zone)
	const isDated = days.since !== null || days.until !== null
	const part = readListRequest(params, isDated ? DATED_SORTS : SORTS, '-issued')
	return { days, typed: readQuery(params.get('q') ?? undefined), part }
}

type Days = Pick<ReturnType<typeof readDateFilter>, 'since' | 'until'>

const selectInvoices = (db: Db, { since, until }: Days) =>
	db
		.selectFrom('invoices')
		.selectAll()
		.$if(since !== null, (query) => query.where('issued_at', '>=', since))
		.$if(until !== null, (query) => query.where('issued_at', '<', until))

export const listInvoices = (db: Db, { days, part }: { days: Days; part: ListRequest }) =>
	applySort(selectInvoices(db, days), part, sql`id`)

const MAX_FOUND = 50

/** Finds invoices by their number, or by their order's buyer, email address or number. Best match first. */
async function findInvoices(db: Db, days: Days, typed: string) {
	const orders = (await findOrders(db, typed)).map(({ id }) => id)
	const rows = await selectInvoices(db, days)
		.where((eb) => eb.or([eb('number', 'in', [typed, typed.toUpperCase()]), sql<boolean>`order_id = any(${orders}::uuid[])`]))
		.orderBy(sql`array_position(${orders}::uuid[], order_id) nulls first, issued_at desc, id desc`)
		.limit(MAX_FOUND)
		.execute()
	return { rows, isCut: orders.length >= MAX_FOUND_ORDERS || rows.length >= MAX_FOUND }
}

const INVOICE_KEYS = { issued: (row: InvoiceRow) => row.issued_at, total: (row: InvoiceRow) => row.gross_cents }

const sortFoundInvoices = ({ rows, isCut }: Awaited<ReturnType<typeof findInvoices>>, params: URLSearchParams) =>
	sortSearchResults(rows, params, { keys: INVOICE_KEYS, usual: '-issued', isCut })

/** Lists the years from the latest invoice to the first. Reads only the two ends of an index. */
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
	tax:
		row.tax_kind === 'included' ? `${formatMoney(row.tax_cents, row.currency)} (${describeTax(toInvoiceTax(row))})` : NO_TAX[row.tax_kind],
})

export async function readInvoices(request: ConsoleRequest) {
	const { ctx } = request
	const { days, typed, part } = readInvoicesRequest(request.url.searchParams, siteZone(ctx.content))
	const view = await readListView(request, 'invoices')
	const list = (listRequest: ListRequest) => listInvoices(ctx.db, { days, part: listRequest })
	const { rows, next, total, sort } =
		typed === ''
			? { ...(await readSortedPage(ctx.db, list, { ...part, limit: view.pageRows + 1 })), sort: part.sort.name }
			: { ...sortFoundInvoices(await findInvoices(ctx.db, days, typed), request.url.searchParams), next: null, total: null }
	return {
		view,
		filters: { typed, ...days.typed },
		isRefused: days.isRefused,
		invoices: rows.map(presentInvoice),
		sort,
		next,
		total,
		years: await listYears(ctx.db),
		/** Reason why payments get no invoice; null if they do. */
		whyNone: makesInvoices(ctx) ? null : ctx.invoicing === null ? ('off' as const) : ('tax-unknown' as const),
	}
}

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
	openSource({ db, content }, params) {
		const { days, typed, part } = readInvoicesRequest(params, siteZone(content))
		const filters = { ...days.typed, search: typed !== '' }
		if (typed !== '') return { sort: null, filters, read: async () => sortFoundInvoices(await findInvoices(db, days, typed), params).rows }
		return { ...part, filters, read: (page) => listInvoices(db, { days, part: page }).execute() }
	},
})

function sendYear({ c, ctx }: ConsoleActionRequest) {
	const typed = c.req.query('year') ?? ''
	const year = /^\d{4}$/.test(typed) ? Number(typed) : ctx.now().getUTCFullYear()
	return sendFile(c, { name: `invoices-${year}.csv`, content: writeYear(ctx.db, year) })
}

const invoiceOf = ({ params, ctx }: ConsoleActionRequest) => requireInvoice(ctx.db, { id: params.invoice ?? '', orderId: null })

export const invoiceRoutes = [
	invoiceListFile,
	fileRoute(consolePaths.invoiceFile, 'operator', sendYear),
	fileRoute(`${consolePaths.invoices}/:invoice/pdf`, 'support', async (request) => sendInvoicePdf(request.c, await invoiceOf(request))),
	fileRoute(`${consolePaths.invoices}/:invoice/xml`, 'support', async (request) => sendInvoiceXml(request.c, await invoiceOf(request))),
]
