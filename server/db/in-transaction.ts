import { setTimeout as sleep } from 'node:timers/promises'

import type { Db, Tx } from './database.ts'

/** SQLSTATE of a deadlock and of a serialization failure: PostgreSQL rolled everything back, and a retry may well work. */
const WORTH_REPEATING = new Set(['40P01', '40001'])
const MOST_TRIES = 6
const FIRST_WAIT_MS = 10

const isWorthRepeating = (error: unknown) =>
	typeof error === 'object' && error !== null && 'code' in error && WORTH_REPEATING.has(String(error.code))

/** Runs it again, after random and growing waits, while PostgreSQL rolls it back because of others. Six tries in all. */
export async function repeatOnConflict<T>(run: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await run()
		} catch (error) {
			if (tries === MOST_TRIES || !isWorthRepeating(error)) throw error
			await sleep(Math.random() * FIRST_WAIT_MS * 2 ** tries)
		}
	}
}

/**
 * The only function that opens a transaction. It may run several times, so nothing in it has effects beyond the database: no
 * provider, no mail, no memory that outlives it. Locks on more than one row follow the order of docs/decisions/0162.
 * @throws what `run` throws, after the rollback; a deadlock only after six tries
 */
export const inTransaction = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> => repeatOnConflict(() => db.transaction().execute(run))
