import { createHash } from 'node:crypto'

import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { FileKind } from './check-row.ts'
import { normalizeNames, type Reading } from './read-columns.ts'

type FileHeadings = { what: FileKind; head: readonly string[] }

/** Hashes the headings of a file, since the headings themselves aren't stored. */
const hashOf = ({ what, head }: FileHeadings) =>
	createHash('sha256')
		.update(JSON.stringify([what, ...normalizeNames(head)]))
		.digest()

/** Returns the column mapping of the last file of this kind with the same headings, or null. */
export async function recallReading(tx: Tx, named: FileHeadings): Promise<Reading | null> {
	const row = await tx.selectFrom('import_columns').select('columns').where('head_hash', '=', hashOf(named)).executeTakeFirst()
	return (row?.columns as Reading | undefined) ?? null
}

export async function rememberReading(
	{ now }: ServiceContext,
	tx: Tx,
	{ reading, ...named }: FileHeadings & { reading: Reading },
): Promise<void> {
	const values = { columns: JSON.stringify(reading), used_at: now() }
	await tx
		.insertInto('import_columns')
		.values({ head_hash: hashOf(named), ...values })
		.onConflict((conflict) => conflict.column('head_hash').doUpdateSet(values))
		.execute()
}
