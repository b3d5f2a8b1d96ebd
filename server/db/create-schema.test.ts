import fs from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

import { compareCatalogs, readCatalog } from '#tests/releases/catalog.ts'
import { readRows, withClient } from '#tests/releases/database-text.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { makeDir } from '#tests/setup/embedded-dir.ts'

import { SCHEMA_DIR, LAST_INCLUDED_MIGRATION } from './create-schema.ts'
import { migrate, MIGRATIONS_DIR } from './migrate.ts'

const WHAT_TO_DO =
	'A new database would differ from a migrated one. Make the change of your migration in server/db/schema as well (the file of its area), ' +
	'and run: npm run row-types. server/db/README.md has the steps'

const explain = (problems: readonly string[]) => (problems.length === 0 ? [] : [WHAT_TO_DO, ...problems])

async function makeEmpty() {
	const { connection, drop } = await cloneDatabase('template0')
	onTestFinished(drop)
	return connection
}

test('the schema files create the same database as the migrations', async () => {
	// `npm run plugins -- --tests` adds a migration that drops a plugin's tables.
	const migrations = fs.readdirSync(MIGRATIONS_DIR).filter((file) => file.endsWith('.sql') && !file.startsWith('9999_without_'))
	expect(explain(migrations.filter((file) => file > LAST_INCLUDED_MIGRATION))).toEqual([])
	const [migrated, created] = [await makeEmpty(), await makeEmpty()]
	const applied = await migrate(migrated, { schemaDir: null })
	expect(await migrate(created)).toEqual(applied)

	const { lines, onlyFirst, onlySecond } = await compareCatalogs(migrated, created)
	const differences = [
		...onlyFirst.map((line) => `only in a migrated database: ${line}`),
		...onlySecond.map((line) => `only in the schema files: ${line}`),
	]
	expect(explain(differences)).toEqual([])
	expect(lines).toBeGreaterThan(2000)

	const rowsOf = async (connection: typeof created) => {
		const tables = await withClient(connection, readRows)
		tables.delete('_migration')
		return [...tables].filter(([, { count }]) => count > 0)
	}
	expect(await rowsOf(created)).toEqual(await rowsOf(migrated))
	const listOf = (connection: typeof created) =>
		withClient(connection, async (client) => (await client.query('select name, sha256 from _migration order by 1')).rows)
	expect(await listOf(created)).toEqual(await listOf(migrated))
})

const NOTICED = [
	'alter table orders drop constraint orders_waiver_whole',
	'alter table orders alter column email set not null',
	"alter table orders alter column course_ids set default '{other}'",
	'drop index orders_email',
	'drop trigger orders_days on orders',
	'alter table orders disable trigger orders_days',
	'drop policy downloads_second_factor on downloads',
	'alter table downloads no force row level security',
	'grant select on orders to anon',
	'grant execute on function auth.has_second_factor(uuid) to public',
	'alter function auth.has_second_factor(uuid) security invoker',
	'alter sequence content_releases_number_seq increment 2',
	'alter table media_chunks alter column data set storage extended',
	"create type extra as enum ('a')",
]

test('the schema comparison detects each kind of difference', async () => {
	const { connection, drop } = await cloneDatabase()
	onTestFinished(drop)
	await withClient(connection, async (client) => {
		const before = await readCatalog(client)
		const missed: string[] = []
		for (const statement of NOTICED) {
			await client.query('begin')
			await client.query(statement)
			if (isDeepStrictEqual(await readCatalog(client), before)) missed.push(statement)
			await client.query('rollback')
		}
		expect(missed).toEqual([])
		expect(await readCatalog(client)).toEqual(before)
	})
})

test('every table and schema file has a comment', async () => {
	const { connection, drop } = await cloneDatabase()
	onTestFinished(drop)
	const silent = await withClient(connection, (client) =>
		client.query(`select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and obj_description(oid, 'pg_class') is null
			and relnamespace::regnamespace::text in ('public', 'auth', 'sandbox_stripe')`),
	)
	expect(silent.rows).toEqual([{ name: '_migration' }])
	const files = fs.readdirSync(SCHEMA_DIR)
	const uncommented = files.filter((file) => !/^-- \w.*\n/.test(fs.readFileSync(path.join(SCHEMA_DIR, file), 'utf8')))
	expect(uncommented, 'the first line of a schema file is a comment').toEqual([])
})

test('a failing schema file is named and rolled back, and the next start creates everything', async () => {
	const connection = await makeEmpty()
	const dir = makeDir()
	fs.cpSync(SCHEMA_DIR, dir, { recursive: true })
	fs.appendFileSync(path.join(dir, fs.readdirSync(SCHEMA_DIR).toSorted().at(-1) ?? ''), 'select no_such_column;')
	await expect(migrate(connection, { schemaDir: dir })).rejects.toThrow(
		/^schema file \d\d-[\w-]+\.sql: column "no_such_column" does not exist$/,
	)

	const left = await withClient(connection, async (client) => ({
		tables: [...(await readRows(client)).keys()],
		schemas: (await client.query("select from pg_namespace where nspname in ('auth', 'sandbox_stripe')")).rowCount,
	}))
	expect(left).toEqual({ tables: ['_migration'], schemas: 0 })
	expect(await migrate(connection)).toContain(LAST_INCLUDED_MIGRATION)
})

test('a migration not yet in the schema files is applied after them to a new database', async () => {
	const connection = await makeEmpty()
	const dir = makeDir()
	fs.cpSync(MIGRATIONS_DIR, dir, { recursive: true })
	fs.writeFileSync(path.join(dir, '9000_later.sql'), 'alter table public.orders add column extra int;')
	expect((await migrate(connection, { dir })).at(-1)).toBe('9000_later.sql')
	await expect(withClient(connection, (client) => client.query('select extra from orders'))).resolves.toMatchObject({ rowCount: 0 })
	expect(await migrate(connection, { dir })).toEqual([])
})
