import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { InvoiceRow } from '#server/services/commerce/invoices/invoice-rows.ts'

export const PAGE_SIZE = 50

/** Newest first. @param place where the page before ended */
export const listIssued = (db: Db, place: { at: Date; id: string } | null): Promise<InvoiceRow[]> =>
	db
		.selectFrom('invoices')
		.selectAll()
		.$if(place !== null, (query) => query.where(sql<boolean>`(issued_at, id) < (${place?.at}, ${place?.id}::uuid)`))
		.orderBy('issued_at', 'desc')
		.orderBy('id', 'desc')
		.limit(PAGE_SIZE)
		.execute()

/** From the first year with an invoice to the last, the last first. Read from the two ends of an index. */
export async function listYears(db: Db): Promise<number[]> {
	const { first, last } = await db
		.selectFrom('invoices')
		.select(({ fn }) => [fn.min('year').as('first'), fn.max('year').as('last')])
		.executeTakeFirstOrThrow()
	return first === null || last === null ? [] : Array.from({ length: last - first + 1 }, (_, index) => last - index)
}
