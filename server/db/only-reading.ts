import { type KyselyPlugin, sql } from 'kysely'

import { noteOwnReadOnly } from '#server/kernel/outage.ts'

import type { Db } from './database.ts'

/**
 * Runs `run` on a connection where PostgreSQL refuses every write. Afterwards `db` refuses all queries: work that continues after
 * a timeout would otherwise use a connection that already serves another request.
 * @throws any error of `run`; pg.DatabaseError 25006 for a write
 */
export const onlyReading = <T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> =>
	db.connection().execute(async (one) => {
		let isOver = false
		const whileItLasts: KyselyPlugin = {
			transformQuery({ node }) {
				if (isOver) throw new Error('what only reads has ended')
				return node
			},
			transformResult: ({ result }) => Promise.resolve(result),
		}
		await sql`set default_transaction_read_only = on`.execute(one)
		try {
			return await run(one.withPlugin(whileItLasts))
		} catch (error) {
			noteOwnReadOnly(error)
			throw error
		} finally {
			isOver = true
			await sql`reset default_transaction_read_only`.execute(one)
		}
	})
