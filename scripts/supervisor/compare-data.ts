import type pg from 'pg'

import { type Connection, withClient } from '#server/db/pools.ts'

/** `lost`: rows of the newer database that the older one lacks or has with other values. `returning`: the reverse. */
export type TableDifference = { table: string; lost: number; returning: number }

const NAME = 'launchway-compare'

/** Jobs and their archive: the older program enqueues its own. */
const IGNORED = ['pgboss', 'pg_catalog', 'information_schema']

/** Partitions are read as part of their table. */
const COLUMNS = `
	select format('%I.%I', table_schema, table_name) as table, array_agg(quote_ident(column_name) order by column_name)::text[] as columns
	from information_schema.columns join information_schema.tables using (table_schema, table_name)
	where table_type = 'BASE TABLE' and table_name <> '_migration' and not table_schema = any($1)
		and not exists (select from pg_inherits where inhrelid = format('%I.%I', table_schema, table_name)::regclass) group by 1 order by 1`

async function readColumns(client: pg.Client): Promise<Map<string, string[]>> {
	const { rows } = await client.query<{ table: string; columns: string[] }>(COLUMNS, [IGNORED])
	return new Map(rows.map(({ table, columns }) => [table, columns]))
}

const hashOf = (columns: readonly string[]) => `hashtextextended(row(${columns.join(', ')})::text, 0)`

/** Returns the number of rows and the sum of their hashes: enough to find most tables equal without reading their rows here. */
async function sumUp(client: pg.Client, table: string, columns: readonly string[]): Promise<string> {
	const { rows } = await client.query<{ sum: string }>(`select concat(count(*), ' ', sum(${hashOf(columns)})) as sum from ${table}`)
	return rows[0]?.sum ?? ''
}

type Hashed = { hash: bigint; rows: number }
const BATCH = 5000

/** Reads the distinct hashes of a table's rows in order, a batch at a time, because a table may have more than fit in memory. */
async function* readHashes(client: pg.Client, table: string, columns: readonly string[]): AsyncGenerator<readonly Hashed[]> {
	await client.query('begin')
	await client.query(
		`declare hashes no scroll cursor for select ${hashOf(columns)} as hash, count(*)::int as rows from ${table} group by 1 order by 1`,
	)
	for (;;) {
		const { rows } = await client.query<{ hash: string; rows: number }>(`fetch ${BATCH} from hashes`)
		if (rows.length === 0) break
		yield rows.map(({ hash, rows: count }) => ({ hash: BigInt(hash), rows: count }))
	}
	await client.query('rollback')
}

type Counts = Omit<TableDifference, 'table'>
type Series = { batches: AsyncIterator<readonly Hashed[]>; batch: readonly Hashed[]; at: number }

async function readBatch(batches: Series['batches']): Promise<Series> {
	const { value, done } = await batches.next()
	return { batches, batch: done ? [] : value, at: 0 }
}

const forward = (series: Series): Series | Promise<Series> => {
	series.at += 1
	return series.at < series.batch.length ? series : readBatch(series.batches)
}

/** Merges two ordered series of hashes. */
async function countDifferences(now: Series['batches'], before: Series['batches']): Promise<Counts> {
	let [newer, older] = [await readBatch(now), await readBatch(before)]
	let [lost, returning] = [0, 0]
	for (;;) {
		const [a, b] = [newer.batch[newer.at], older.batch[older.at]]
		if (!a && !b) return { lost, returning }
		const isA = a !== undefined && !(b && b.hash < a.hash)
		const isB = b !== undefined && !(a && a.hash < b.hash)
		const surplus = (isA ? a.rows : 0) - (isB ? b.rows : 0)
		if (surplus > 0) lost += surplus
		else returning -= surplus
		if (isA) newer = await forward(newer)
		if (isB) older = await forward(older)
	}
}

async function compareTable(
	{ now, before }: Record<'now' | 'before', pg.Client>,
	table: string,
	columns: readonly string[],
): Promise<Counts> {
	if ((await sumUp(now, table, columns)) === (await sumUp(before, table, columns))) return { lost: 0, returning: 0 }
	return countDifferences(readHashes(now, table, columns), readHashes(before, table, columns))
}

async function countNew(client: pg.Client, table: string): Promise<Counts> {
	const { rows } = await client.query<{ rows: string }>(`select count(*) as rows from ${table}`)
	return { lost: Number(rows[0]?.rows), returning: 0 }
}

/**
 * Compares the rows of two databases, in the columns that both have.
 * @returns tables that differ; for one that the older database lacks, all rows are lost
 */
export const compareDatabases = (newer: Connection, older: Connection): Promise<TableDifference[]> =>
	withClient(newer, NAME, (now) =>
		withClient(older, NAME, async (before) => {
			const [columnsNow, columnsBefore] = [await readColumns(now), await readColumns(before)]
			const differences: TableDifference[] = []
			for (const [table, all] of columnsNow) {
				const columns = all.filter((column) => columnsBefore.get(table)?.includes(column))
				const difference = columnsBefore.has(table) ? await compareTable({ now, before }, table, columns) : await countNew(now, table)
				if (difference.lost + difference.returning > 0) differences.push({ table: table.replace(/^public\./, ''), ...difference })
			}
			return differences
		}),
	)
