import type pg from 'pg'

import type { Connection } from '#server/db/connection.ts'
import { withClient } from '#server/db/with-client.ts'

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

/** Returns the number of rows and the sum of their hashes, by which most tables are found equal without being read here. */
async function sumUp(client: pg.Client, table: string, columns: readonly string[]): Promise<string> {
	const { rows } = await client.query<{ sum: string }>(`select concat(count(*), ' ', sum(${hashOf(columns)})) as sum from ${table}`)
	return rows[0]?.sum ?? ''
}

async function countHashes(client: pg.Client, table: string, columns: readonly string[]): Promise<Map<string, number>> {
	const { rows } = await client.query<{ hash: string; rows: number }>(
		`select ${hashOf(columns)}::text as hash, count(*)::int as rows from ${table} group by 1`,
	)
	return new Map(rows.map(({ hash, rows: count }) => [hash, count]))
}

const surplus = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
	[...one].reduce((sum, [hash, count]) => sum + Math.max(0, count - (other.get(hash) ?? 0)), 0)

/**
 * Compares the rows of two databases, in the columns that both have.
 * @returns tables that differ; one that the older database lacks has all rows lost
 */
export const compareData = (newer: Connection, older: Connection): Promise<TableDifference[]> =>
	withClient(newer, NAME, (now) =>
		withClient(older, NAME, async (then) => {
			const [columnsNow, columnsThen] = [await readColumns(now), await readColumns(then)]
			const differences: TableDifference[] = []
			for (const [table, all] of columnsNow) {
				const columns = all.filter((column) => columnsThen.get(table)?.includes(column))
				const isNew = !columnsThen.has(table)
				if (!isNew && (await sumUp(now, table, columns)) === (await sumUp(then, table, columns))) continue
				const shown = isNew ? all : columns
				const [rowsNow, rowsThen] = [
					await countHashes(now, table, shown),
					isNew ? new Map<string, number>() : await countHashes(then, table, shown),
				]
				const [lost, returning] = [surplus(rowsNow, rowsThen), surplus(rowsThen, rowsNow)]
				if (lost + returning > 0) differences.push({ table: table.replace(/^public\./, ''), lost, returning })
			}
			return differences
		}),
	)
