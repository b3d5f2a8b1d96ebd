import { type Kysely, type SelectQueryBuilder, type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Database } from './row-types.ts'

export type Db = Kysely<Database>
/** Transaction. Only `inTransaction` opens one. */
export type Tx = Transaction<Database>

/** Codes of deadlock and serialization failure: PostgreSQL has rolled everything back, and a retry is likely to succeed. */
const RETRYABLE = new Set(['40P01', '40001'])
const MAX_TRIES = 6
const FIRST_WAIT_MS = 10

/** True for conflicts with other transactions. Code that catches errors within a transaction must rethrow these. */
export const isRetryable = (error: unknown) =>
	typeof error === 'object' && error !== null && 'code' in error && RETRYABLE.has(String(error.code))

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

/** Rows deleted per transaction. */
export const BATCH_ROWS = 2000

type Deletion = {
	/** Time column that determines the order of deletion. Each batch continues after the previous one instead of scanning from the start. */
	by: string
	due: RawBuilder<SqlBool>
}

/**
 * Deletes rows in batches, each in a separate transaction unless `db` is one. If the process is killed, the next run continues with the
 * rows that are left.
 * @param table one table or partition: `ctid` is unique only within one
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

const CANONICAL = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** True if a text is a UUID as PostgreSQL prints it, in lower case. */
export const isCanonicalUuid = (text: string): boolean => CANONICAL.test(text)

/** True if a text is a UUID. PostgreSQL raises an error for anything else in a uuid column. */
export const isUuid = (text: string): boolean => isCanonicalUuid(text.toLowerCase())

/** Counts the rows of a query that selects nothing yet. */
export async function countRows<DB, Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>): Promise<number> {
	const row: unknown = await query.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow()
	return Number((row as { total: string }).total)
}
