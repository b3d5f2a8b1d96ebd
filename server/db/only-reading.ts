import { type KyselyPlugin, sql } from 'kysely'

import { markIntendedReadOnly } from '#server/kernel/errors.ts'

import { type Db, inTransaction } from './database.ts'

/**
 * Runs `run` in a transaction in which PostgreSQL refuses every write. Afterwards, `db` refuses all queries: work that continues after a
 * timeout would otherwise use a connection that already serves another request.
 * @throws any error of `run`; pg.DatabaseError 25006 for a write
 */
export const readOnlyTransaction = <T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> =>
	inTransaction(db, async (tx) => {
		await sql`set transaction read only`.execute(tx)
		let isOver = false
		const guard: KyselyPlugin = {
			transformQuery({ node }) {
				if (isOver) throw new Error('the read-only transaction has ended')
				return node
			},
			transformResult: ({ result }) => Promise.resolve(result),
		}
		try {
			return await run(tx.withPlugin(guard))
		} catch (error) {
			markIntendedReadOnly(error)
			throw error
		} finally {
			isOver = true
		}
	})
