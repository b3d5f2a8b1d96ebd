import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'

import { MIGRATIONS_DIR } from '#server/db/migrate.ts'

const OURS = `c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`
const TABLES = `select c.oid::regclass::text as name from pg_class c where ${OURS} order by 1`
const COLUMNS = `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
	where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
const SEQUENCES = `select format('select setval(%L, %s);', schemaname || '.' || sequencename, last_value) as line from pg_sequences
	where last_value is not null order by 1`

export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client(connection)
	await client.connect()
	try {
		return await work(client)
	} finally {
		await client.end()
	}
}

const ask = async <Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[] = []) =>
	(await client.query<Row>(text, values)).rows

/** Returns the database's migrations, as this program has them, and the job queue's schema. */
async function writeSchema(client: pg.Client): Promise<string> {
	const applied = await ask<{ name: string }>(client, 'select name from public._migration order by name')
	const migrations = applied.map(({ name }) => `begin;\n${fs.readFileSync(path.join(MIGRATIONS_DIR, name), 'utf8')}\ncommit;\n`)
	const list =
		'create table public._migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now());'
	return [list, 'alter table public._migration enable row level security;', ...migrations, getConstructionPlans()].join('\n')
}

/** Reads each table's rows as text. */
export async function readRows(client: pg.Client): Promise<Map<string, { count: number; rows: string }>> {
	const found = new Map<string, { count: number; rows: string }>()
	for (const { name } of await ask<{ name: string }>(client, TABLES)) {
		const [row] = await ask<{ count: number; rows: string }>(
			client,
			`select count(*)::int as count, coalesce(json_agg(t order by t::text), '[]')::text as rows from ${name} t`,
		)
		if (row) found.set(name, row)
	}
	return found
}

/** Returns statements that recreate a whole database, without pg_dump, which the embedded PostgreSQL lacks. */
export async function writeDatabase(client: pg.Client): Promise<string> {
	const tables = await readRows(client)
	const lines = [await writeSchema(client), 'set session_replication_role = replica;', `truncate ${[...tables.keys()].join(', ')};`]
	for (const [name, { count, rows }] of tables) {
		if (count === 0) continue
		const [columns] = await ask<{ names: string }>(client, COLUMNS, [name])
		lines.push(
			`insert into ${name} (${columns?.names}) overriding system value`,
			`select ${columns?.names} from json_populate_recordset(null::${name}, ${pg.escapeLiteral(rows)});`,
		)
	}
	lines.push(...(await ask<{ line: string }>(client, SEQUENCES)).map(({ line }) => line), 'reset session_replication_role;', '')
	return lines.join('\n')
}

/** SQL that shifts all times, so that the database looks as if it had just been used and nothing has expired. */
export const REJUVENATE = `do $$
	declare
		passed interval := (select now() - max(applied_at) from public._migration);
		found record;
	begin
		set local session_replication_role = replica;
		for found in
			select c.oid::regclass as name, string_agg(format('%1$I = %1$I + %2$L::interval', attname, passed), ', ') as changes
			from pg_class c join pg_attribute on attrelid = c.oid
			where ${OURS} and atttypid = 'timestamptz'::regtype and attgenerated = '' and not attisdropped
			group by 1
		loop
			execute format('update %s set %s', found.name, found.changes);
		end loop;
	end $$`
