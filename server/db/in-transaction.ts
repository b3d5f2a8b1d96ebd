import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Db, Tx } from './database.ts'

/** Codes of deadlock and serialization failure: PostgreSQL has rolled everything back, and a retry is likely to succeed. */
const WORTH_REPEATING = new Set(['40P01', '40001'])
const MAX_TRIES = 6
const FIRST_WAIT_MS = 10

/** True for conflicts with other transactions. Code that catches errors within a transaction must rethrow these. */
export const isRetryable = (error: unknown) =>
	typeof error === 'object' && error !== null && 'code' in error && WORTH_REPEATING.has(String(error.code))

/** Retries `run` after conflicts with other transactions, with random and growing delays. Six attempts in all. */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await run()
		} catch (error) {
			if (tries === MAX_TRIES || !isRetryable(error)) throw error
			await sleep(Math.random() * FIRST_WAIT_MS * 2 ** tries)
		}
	}
}

/** Runs `run` in a savepoint. If it throws, its changes are rolled back and the transaction can continue. */
async function joinTransaction<T>(tx: Tx, run: (tx: Tx) => Promise<T>): Promise<T> {
	await sql`savepoint joined`.execute(tx)
	try {
		const result = await run(tx)
		await sql`release savepoint joined`.execute(tx)
		return result
	} catch (error) {
		// If the connection was lost, the rollback fails, too; the first error is more useful.
		await sql`rollback to savepoint joined`
			.execute(tx)
			.then(() => sql`release savepoint joined`.execute(tx))
			.catch(() => {})
		throw error
	}
}

/**
 * Runs `run` in a transaction, or in a savepoint if `db` is one already; such calls must not run concurrently. `run` may be
 * retried, so it must have no effects outside the database: no provider calls, no email, no changes to longer-lived memory. Lock
 * multiple rows in the order of docs/adr/0322.
 * @throws any error of `run`, after the rollback; a deadlock only after six attempts
 */
export const inTransaction = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
	db.isTransaction ? joinTransaction(db as Tx, run) : retryOnConflict(() => db.transaction().execute(run))
