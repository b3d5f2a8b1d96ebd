import { createHash } from 'node:crypto'

import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { normalizeNames, type Reading } from './read-columns.ts'

/** Hash of the headings, which are not stored themselves. */
const hashOf = (head: readonly string[]) =>
	createHash('sha256')
		.update(JSON.stringify(normalizeNames(head)))
		.digest()

/** Returns the column mapping of the last file with the same headings, or null. */
export async function recallReading(tx: Tx, head: readonly string[]): Promise<Reading | null> {
	const row = await tx.selectFrom('import_columns').select('columns').where('head_hash', '=', hashOf(head)).executeTakeFirst()
	return (row?.columns as Reading | undefined) ?? null
}

/** Stores a file's column mapping for the next file with the same headings. */
export async function rememberReading(
	{ now }: ServiceContext,
	tx: Tx,
	{ head, reading }: { head: readonly string[]; reading: Reading },
): Promise<void> {
	const kept = { columns: JSON.stringify(reading), used_at: now() }
	await tx
		.insertInto('import_columns')
		.values({ head_hash: hashOf(head), ...kept })
		.onConflict((conflict) => conflict.column('head_hash').doUpdateSet(kept))
		.execute()
}
