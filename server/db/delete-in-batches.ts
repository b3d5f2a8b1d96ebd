import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Db, Tx } from './database.ts'

/** Rows deleted per transaction. */
export const BATCH_ROWS = 2000

type Deletion = {
	/** Column of times in whose order rows are deleted. Each batch continues after the last one instead of looking from the start. */
	by: string
	due: RawBuilder<SqlBool>
}

/**
 * Deletes rows in batches, each its own transaction unless `db` is one: a killed process loses nothing, and the next run continues
 * with the rows that are left.
 * @param table one table or partition: rows of several partitions can have the same place
 * @returns the number of rows
 */
export async function deleteInBatches(db: Db | Tx, table: string, { by, due }: Deletion): Promise<number> {
	let deleted = 0
	let place = '-infinity'
	for (;;) {
		const { rows } = await sql<{ found: number; gone: number; place: string | null }>`
			with batch as materialized (select ctid, ${sql.ref(by)} as place from ${sql.table(table)}
				where ${due} and ${sql.ref(by)} >= ${place}::timestamptz order by ${sql.ref(by)} limit ${BATCH_ROWS}),
			gone as (delete from ${sql.table(table)} where ctid = any(array(select ctid from batch)) returning true)
			select count(*) as found, (select count(*) from gone) as gone, max(place)::text as place from batch`.execute(db)
		const [batch] = rows
		deleted += batch?.gone ?? 0
		if (!batch || batch.found < BATCH_ROWS) return deleted
		place = batch.place ?? place
	}
}
