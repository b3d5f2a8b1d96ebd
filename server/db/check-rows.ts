import { sql } from 'kysely'

import type { Tx } from './database.ts'

/** Table with invalid rows, and PostgreSQL's reason. */
type BrokenTable = { table: string; problem: string }

type Named = { schema: string; table: string; constraint: string }

/** Reads every page of each table, which checks the checksums, and rebuilds its indexes, which finds duplicate keys. */
async function checkTables(tx: Tx): Promise<BrokenTable[]> {
	const { rows } = await sql<Named>`
		select nspname as schema, relname as table from pg_class join pg_namespace on pg_namespace.oid = relnamespace
		where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') and not starts_with(nspname, 'pg_t')
		order by 1, 2`.execute(tx)
	const broken: BrokenTable[] = []
	for (const { schema, table } of rows)
		await attempt(tx, sql`reindex table ${sql.table(`${schema}.${table}`)}`, (problem) => broken.push({ table, problem }))
	return broken
}

/** Checks all rows against the constraints of their tables, as PostgreSQL does when a constraint is added. */
async function checkConstraints(tx: Tx): Promise<BrokenTable[]> {
	const { rows } = await sql<Named>`
		update pg_constraint set convalidated = false from pg_class, pg_namespace
		where pg_class.oid = conrelid and pg_namespace.oid = relnamespace and relkind = 'r' and contype in ('c', 'f', 'n')
			and conparentid = 0 and nspname not in ('pg_catalog', 'information_schema') and not starts_with(nspname, 'pg_t')
		returning nspname as schema, relname as table, conname as constraint`.execute(tx)
	const broken: BrokenTable[] = []
	for (const { schema, table, constraint } of rows) {
		const validate = sql`alter table ${sql.table(`${schema}.${table}`)} validate constraint ${sql.id(constraint)}`
		await attempt(tx, validate, (problem) => broken.push({ table, problem }))
	}
	return broken
}

async function attempt(tx: Tx, statement: ReturnType<typeof sql>, onFailure: (problem: string) => void): Promise<void> {
	await sql`savepoint attempt`.execute(tx)
	try {
		await statement.execute(tx)
		await sql`release savepoint attempt`.execute(tx)
	} catch (error) {
		await sql`rollback to savepoint attempt`.execute(tx)
		onFailure((error as Error).message)
	}
}

/**
 * Checks the rows of all tables against their checksums, keys and constraints. Changes the database, so run it only on a
 * restored copy, as a superuser.
 */
export const checkRows = async (tx: Tx): Promise<BrokenTable[]> => [...(await checkTables(tx)), ...(await checkConstraints(tx))]
