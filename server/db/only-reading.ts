import { sql } from 'kysely'

import type { Db } from './database.ts'

/**
 * Runs `run` on one connection on which PostgreSQL refuses every write.
 * @throws what `run` throws; for a write pg.DatabaseError 25006
 */
export const onlyReading = <T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> =>
	db.connection().execute(async (one) => {
		await sql`set default_transaction_read_only = on`.execute(one)
		try {
			return await run(one)
		} finally {
			await sql`reset default_transaction_read_only`.execute(one)
		}
	})
