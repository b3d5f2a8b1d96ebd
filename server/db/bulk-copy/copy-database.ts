import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

import {
	digestRows,
	findFilled,
	type ReportStep,
	quoteTable,
	withoutConstraints,
	queryWithNames,
	quoteIdentifier,
	readQueueTables,
	readSequences,
	readTables,
	setSequences,
	type Table,
} from './tables.ts'

const CLAIM = "select pg_try_advisory_lock(hashtext('launchway.server')) as is_free"
const SERVERS = `select count(*)::int as count from pg_stat_activity
	where datname = current_database() and application_name in ('launchway-watch', 'launchway-jobs') and pid <> pg_backend_pid()`

/**
 * Keeps servers from starting on a database while this connection is open.
 * @throws Error if a server uses it
 */
export async function claimDatabase(client: pg.ClientBase, name: string): Promise<void> {
	const claim = await client.query<{ is_free: boolean }>(CLAIM)
	const servers = await client.query<{ count: number }>(SERVERS)
	if (!claim.rows[0]?.is_free || servers.rows[0]?.count)
		throw new Error(`A server is using ${name}. Stop it first: changes during the copy would be lost`)
}

/** @throws Error if row-level security may hide rows from this login */
export async function requireOwner(client: pg.ClientBase): Promise<void> {
	const tables = [...(await readTables(client)), ...(await readQueueTables(client))]
	const { rows } = await client.query<{ name: string }>(
		`select oid::regclass::text as name from pg_class where oid = any($1::text[]::regclass[]) and not pg_has_role(relowner, 'usage') limit 1`,
		[tables.map(({ name }) => quoteTable(name))],
	)
	if (rows[0]) throw new Error(`${rows[0].name} belongs to another role, so some of its rows may be hidden; connect as its owner`)
}

/** @throws Error unless the database has no row of an academy and no table of another program */
export async function requireEmptyDatabase(client: pg.ClientBase, name: string): Promise<void> {
	const tables = await readTables(client)
	const filled = await findFilled(client, tables)
	if (filled !== null) throw new Error(`${name} is not empty: ${filled} has rows. Name a database or folder that was never started`)
	const { rows } = await client.query<{ is_ours: boolean }>("select to_regclass('public._migration') is not null as is_ours")
	if (tables[0] && !rows[0]?.is_ours) throw new Error(`${name} contains tables of another program, such as ${tables[0].name}`)
}

const columnsOf = ({ columns }: Table) => [...columns].toSorted().join(' ')

function requireSameTables(source: readonly Table[], target: readonly Table[]): void {
	const others = new Map(target.map((table) => [table.name, columnsOf(table)]))
	const different =
		source.find((table) => others.get(table.name) !== columnsOf(table)) ??
		target.find(({ name }) => !source.some((table) => table.name === name))
	if (different) throw new Error(`${different.name} differs between the two databases; it is not part of this program's schema`)
}

async function copyTable({ source, target }: Ends, { name, columns }: Table, onStep: ReportStep): Promise<void> {
	const list = columns.map(quoteIdentifier).join(', ')
	const sink = target.query(copyFrom(`copy ${quoteTable(name)} (${list}) from stdin`))
	await pipeline(source.query(copyTo(`copy (select ${list} from ${quoteTable(name)}) to stdout`)), sink)
	if (sink.rowCount) onStep(`${name}: ${sink.rowCount} rows copied`)
}

async function compareTable({ source, target }: Ends, table: Table): Promise<number> {
	const [ours, theirs] = await Promise.all([digestRows(source, table), digestRows(target, table)])
	if (ours.rows !== theirs.rows || ours.digest !== theirs.digest)
		throw new Error(`${table.name} was not copied exactly: ${ours.rows} rows here, ${theirs.rows} there; nothing was kept`)
	return ours.rows
}

type Ends = { source: pg.ClientBase; target: pg.ClientBase }

/** Copies into the target's open transaction and compares. */
async function copyAll(ends: Ends, { tables, queue }: { tables: Table[]; queue: Table[] }, onStep: ReportStep): Promise<number> {
	const { source, target } = ends
	for (const { name } of queue.toReversed()) await queryWithNames(target, `delete from ${quoteTable(name)}`)
	await withoutConstraints(target, { tables, onStep }, async () => {
		for (const table of tables) await copyTable(ends, table, onStep)
	})
	for (const table of queue) await copyTable(ends, table, onStep)
	const sequences = await readSequences(source)
	await setSequences(target, sequences)
	if (JSON.stringify(await readSequences(target)) !== JSON.stringify(sequences)) throw new Error('the sequences were not copied exactly')
	let sum = 0
	for (const table of [...tables, ...queue]) {
		const rows = await compareTable(ends, table)
		if (rows > 0) onStep(`${table.name}: ${rows} rows, equal`)
		sum += rows
	}
	return sum
}

/**
 * Copies all rows of a database into another one with the same, empty schema, and compares the hashes of all rows before the
 * target commits. Writes to the source wait until the end; nothing in it is changed.
 * @returns the number of tables and rows
 * @throws Error if a table differs; the target then stays empty
 */
export async function copyAllRows(ends: Ends, onStep: ReportStep): Promise<{ tables: number; rows: number }> {
	const { source, target } = ends
	const found = { tables: await readTables(source), queue: await readQueueTables(source) }
	requireSameTables([...found.tables, ...found.queue], [...(await readTables(target)), ...(await readQueueTables(target))])
	const all = [...found.tables, ...found.queue]
	await source.query('begin isolation level repeatable read read only')
	try {
		// Lock before the first query, so that the snapshot has everything that was committed.
		await queryWithNames(source, `lock table ${all.map(({ name }) => quoteTable(name)).join(', ')} in share mode`).catch(
			(error: unknown) => {
				throw new Error('Another program is writing to the database, such as a command. Try again when it has finished', { cause: error })
			},
		)
		await target.query('begin')
		try {
			const rows = await copyAll(ends, found, onStep)
			await target.query('commit')
			return { tables: all.length, rows }
		} catch (error) {
			await target.query('rollback').catch(() => {})
			throw error
		}
	} finally {
		await source.query('rollback').catch(() => {})
	}
}
