import { sql } from 'kysely'

import { type Db, inTransaction, type Tx } from './database.ts'

/** Lock timeout, in SQL. Queries of the table queue behind this lock. If it times out, the next run tries again. */
const LOCK_WAIT = '3s'

const withLockTimeout = <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
	inTransaction(db, async (tx) => {
		await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(tx)
		return work(tx)
	})

/** Creates the monthly partitions of a table up to a time, and moves rows out of its default partition. */
export const createMonthPartitionsUntil = (db: Db | Tx, table: string, until: Date): Promise<void> =>
	withLockTimeout(db, async (tx) => void (await sql`select auth.make_months(${table}::text::regclass, ${until})`.execute(tx)))

/**
 * Drops the monthly partitions of a table that end before a time.
 * @returns the number of their rows, by the database's statistics
 */
export const dropMonths = (db: Db | Tx, table: string, before: Date): Promise<number> =>
	withLockTimeout(db, async (tx) => {
		const { rows } = await sql<{ dropped: number }>`select auth.drop_months(${table}::text::regclass, ${before}) as dropped`.execute(tx)
		return rows[0]?.dropped ?? 0
	})

/**
 * Lists the partitions that may hold more than one month: the default partition, and the one with the rows from before the table had
 * monthly partitions.
 */
export async function listMultiMonthPartitions(db: Db | Tx, table: string): Promise<string[]> {
	const { rows } = await sql<{ name: string }>`
		select n.nspname || '.' || c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
		where i.inhparent = ${table}::text::regclass and (c.relname ~ '_before_' or pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT')`.execute(db)
	return rows.map(({ name }) => name)
}
