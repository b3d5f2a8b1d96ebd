import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'

/** State of the provider's sandbox, without scheduled webhook failures. */
const TABLES = ['objects', 'events', 'idempotency_keys', 'webhook_secrets'] as const
const ROWS_AT_ONCE = 1000

/** Copies the provider's state from one database to another. The shop's own tables aren't changed. */
export async function copyProvider(from: Db, to: Db): Promise<void> {
	await inTransaction(to, async (tx) => {
		for (const name of TABLES) {
			const table = sql.table(`sandbox_stripe.${name}`)
			await sql`delete from ${table}`.execute(tx)
			const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${table} t`.execute(from)
			for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
				const batch = JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE).map(({ row }) => row))
				await sql`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${batch}::jsonb)`.execute(tx)
			}
		}
	})
}
