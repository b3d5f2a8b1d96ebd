import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Db, Tx } from './database.ts'

/** SQLSTATE of a deadlock and of a serialization failure: PostgreSQL rolled everything back, and a retry may well work. */
const WORTH_REPEATING = new Set(['40P01', '40001'])
const MAX_TRIES = 6
const FIRST_WAIT_MS = 10

/** Code that catches errors within a transaction rethrows these. */
export const isWorthRepeating = (error: unknown) =>
	typeof error === 'object' && error !== null && 'code' in error && WORTH_REPEATING.has(String(error.code))

/** Runs it again, after random and growing waits, while PostgreSQL rolls it back because of others. Six tries in all. */
export async function repeatOnConflict<T>(run: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await run()
		} catch (error) {
			if (tries === MAX_TRIES || !isWorthRepeating(error)) throw error
			await sleep(Math.random() * FIRST_WAIT_MS * 2 ** tries)
		}
	}
}

/** Runs within an open transaction. When it throws, its changes are rolled back, and the transaction continues. */
async function joinTransaction<T>(tx: Tx, run: (tx: Tx) => Promise<T>): Promise<T> {
	await sql`savepoint joined`.execute(tx)
	try {
		const result = await run(tx)
		await sql`release savepoint joined`.execute(tx)
		return result
	} catch (error) {
		// A lost connection has undone everything; the first error says more than that of the rollback.
		await sql`rollback to savepoint joined`
			.execute(tx)
			.then(() => sql`release savepoint joined`.execute(tx))
			.catch(() => {})
		throw error
	}
}

/**
 * The only function that opens a transaction. Given a transaction in place of the database, it joins it; calls that join the same
 * one must not run at the same time. It may run several times, so nothing in it has effects beyond the database: no
 * provider, no mail, no memory that outlives it. Locks on more than one row follow the order of docs/adr/0322.
 * @throws what `run` throws, after the rollback; a deadlock only after six tries
 */
export const inTransaction = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
	db.isTransaction ? joinTransaction(db as Tx, run) : repeatOnConflict(() => db.transaction().execute(run))
