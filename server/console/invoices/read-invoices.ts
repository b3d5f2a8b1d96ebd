import { sql } from 'kysely'

import { describeTax, nameBuyer } from '#domain/invoices/invoice.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import { readPlace, toPlaceOf } from '#server/console/shell/look-up.ts'
import { PAGE_SIZE, toPage } from '#server/console/shell/paging.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'
import type { Db } from '#server/db/database.ts'
import { buyerOf, type InvoiceRow, taxOf } from '#server/services/commerce/invoices/invoice-rows.ts'
import { makesInvoices } from '#server/services/commerce/invoices/makes-invoices.ts'

/** Newest first, one more than a page. @param place where the page before ended */
const listIssued = (db: Db, place: { at: Date; id: string } | null): Promise<InvoiceRow[]> =>
	db
		.selectFrom('invoices')
		.selectAll()
		.$if(place !== null, (query) => query.where(sql<boolean>`(issued_at, id) < (${place?.at}, ${place?.id}::uuid)`))
		.orderBy('issued_at', 'desc')
		.orderBy('id', 'desc')
		.limit(PAGE_SIZE + 1)
		.execute()

/** From the first year with an invoice to the last, the last first. Read from the two ends of an index. */
async function listYears(db: Db): Promise<number[]> {
	const { first, last } = await db
		.selectFrom('invoices')
		.select(({ fn }) => [fn.min('year').as('first'), fn.max('year').as('last')])
		.executeTakeFirstOrThrow()
	return first === null || last === null ? [] : Array.from({ length: last - first + 1 }, (_, index) => last - index)
}

const present = (row: InvoiceRow) => ({
	id: row.id,
	number: row.number,
	isCreditNote: row.kind === 'credit_note',
	issuedAt: row.issued_at,
	buyer: nameBuyer(buyerOf(row)),
	orderId: row.order_id,
	total: `${decimalOf(row.gross_cents, row.currency)} ${row.currency.toUpperCase()}`,
	tax:
		row.tax_kind === 'included' ? `${decimalOf(row.tax_cents, row.currency)} (${describeTax(taxOf(row))})` : row.tax_kind.replace('_', ' '),
})

/** One page of what was issued, and the years of which there is a file. */
export async function readInvoices({ ctx, url }: ConsoleRequest) {
	const found = await listIssued(ctx.db, readPlace(url.searchParams.get('before') ?? undefined))
	const { rows, next } = toPage(found, ({ issued_at, id }) => toPlaceOf({ created_at: issued_at, id }))
	return { invoices: rows.map(present), next, years: await listYears(ctx.db), areMade: makesInvoices(ctx) }
}
