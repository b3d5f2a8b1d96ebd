import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { makeDir } from '#tests/setup/embedded-dir.ts'

import { migrate, MIGRATIONS_DIR, requireCurrentSchema } from './migrate.ts'

/** Creates a migrated database and a copy of the migrations to extend. */
async function setUp() {
	const { connection, drop } = await cloneDatabase()
	onTestFinished(drop)
	const dir = makeDir()
	fs.cpSync(MIGRATIONS_DIR, dir, { recursive: true })
	const add = (name: string, sql: string) => fs.writeFileSync(path.join(dir, name), sql)
	const tables = async () => {
		const client = new pg.Client(connection)
		await client.connect()
		const { rows } = await client.query<{ relname: string }>("select relname from pg_class where relname like 'extra%' order by 1")
		await client.end()
		return rows.map(({ relname }) => relname)
	}
	return { connection, dir, add, tables, run: () => migrate(connection, { dir }) }
}

test('new migrations are applied in order, once, by the first of several processes', async () => {
	const { add, run, tables } = await setUp()
	add('9001_second.sql', 'alter table extra_one rename to extra_two;')
	add('9000_first.sql', 'create table extra_one ();')
	const applied = await Promise.all([run(), run(), run()])

	expect(applied.flat()).toEqual(['9000_first.sql', '9001_second.sql'])
	expect(await tables()).toEqual(['extra_two'])
	expect(await run()).toEqual([])
})

test('a failing migration is rolled back and named', async () => {
	const { add, run, tables } = await setUp()
	add('9000_broken.sql', 'create table extra_one ();\nselect no_such_column;')

	await expect(run()).rejects.toThrow(/^migration 9000_broken\.sql: column "no_such_column"/)
	expect(await tables()).toEqual([])
})

test('a migration changed after it was applied is refused, except for line endings', async () => {
	const { dir, add, run } = await setUp()
	add('9000_first.sql', 'create table extra_one\n();')
	await run()
	add('9000_first.sql', 'create table extra_one\r\n();')
	expect(await run()).toEqual([])

	fs.appendFileSync(path.join(dir, '9000_first.sql'), '-- more')
	await expect(run()).rejects.toThrow('9000_first.sql was changed after it had been applied')
})

test('a program runs on a database with later migrations, but not after a contract step removed what it uses', async () => {
	const { dir, connection, add, run } = await setUp()
	add('9000_first.sql', 'create table extra_one ();')
	add('9002_contract_9000_old_names.sql', 'select 1')
	await run()
	fs.rmSync(path.join(dir, '9002_contract_9000_old_names.sql'))
	expect(await run()).toEqual([])
	await requireCurrentSchema(connection, dir)

	fs.rmSync(path.join(dir, '9000_first.sql'))
	const tooNew = 'the database is newer than this program: it has 9002_contract_9000_old_names.sql'
	await expect(run()).rejects.toThrow(tooNew)
	await expect(requireCurrentSchema(connection, dir)).rejects.toThrow(tooNew)
})

test('a database with an unknown migration that isn’t later belongs to another program', async () => {
	const { dir, add, run } = await setUp()
	add('9000_first.sql', 'create table extra_one ();')
	await run()
	fs.renameSync(path.join(dir, '9000_first.sql'), path.join(dir, '9001_other.sql'))
	await expect(run()).rejects.toThrow('the database is newer than this program: it has 9000_first.sql')
})

test('a migration waits for used tables in short attempts, so that requests don’t queue behind it', async () => {
	const { connection, dir, add, run, tables } = await setUp()
	add('9000_first.sql', 'create table extra_one (); insert into extra_one default values')
	await run()
	add('9001_second.sql', 'alter table extra_one add column note text; create table extra_two ()')
	const reader = new pg.Client(connection)
	await reader.connect()
	await reader.query('begin')
	await reader.query('select from extra_one')
	const migrating = migrate(connection, { dir, isServing: true })
	// Another connection reads at the same time.
	const other = new pg.Client(connection)
	await other.connect()
	await expect
		.poll(async () => (await other.query("select from pg_locks where mode = 'AccessExclusiveLock' and not granted")).rowCount)
		.toBe(1)
	expect((await other.query('select from extra_one')).rowCount).toBe(1)
	await reader.query('commit')
	expect(await migrating).toEqual(['9001_second.sql'])
	expect(await tables()).toEqual(['extra_one', 'extra_two'])
	await Promise.all([reader.end(), other.end()])
})

test('waiting for another session’s lock is limited, and the error names the holder and a likely cause', async () => {
	const { connection, add, run, tables } = await setUp()
	add('9000_first.sql', 'create table extra_one ();')
	const holder = new pg.Client({ ...connection, application_name: 'left-behind' })
	await holder.connect()
	const { rows } = await holder.query<{ pid: number }>(
		"select pg_backend_pid() as pid from pg_advisory_lock(hashtext('launchway.migrations'))",
	)
	await expect(migrate(connection, { lockWaitMs: 50 })).rejects.toThrow(
		new RegExp(`process ${rows[0]?.pid} of PostgreSQL \\("left-behind" from .*pgbouncer in transaction mode`),
	)
	await holder.end()
	expect(await run()).toEqual(['9000_first.sql'])
	expect(await tables()).toEqual(['extra_one'])
})

test('the hook before migrations runs once, before the first new file of an existing database', async () => {
	const { add, connection, dir, tables } = await setUp()
	const seen: unknown[] = []
	const run = (target = connection) => migrate(target, { dir, beforeChange: async (newest) => void seen.push(newest, await tables()) })
	await run()
	expect(seen).toEqual([])
	add('9000_first.sql', 'create table extra_one ();')
	add('9001_second.sql', 'create table extra_two ();')
	await run()
	expect(seen).toEqual([
		fs
			.readdirSync(MIGRATIONS_DIR)
			.filter((name) => name.endsWith('.sql'))
			.toSorted()
			.at(-1),
		[],
	])
	const fresh = await cloneDatabase('template0')
	onTestFinished(fresh.drop)
	await run(fresh.connection)
	expect(seen).toHaveLength(2)
})

test('if the hook before migrations fails, nothing is changed', async () => {
	const { add, connection, dir, tables } = await setUp()
	add('9000_first.sql', 'create table extra_one ();')
	const failure = migrate(connection, { dir, beforeChange: () => Promise.reject(new Error('no space')) })
	await expect(failure).rejects.toThrow('no space')
	expect(await tables()).toEqual([])
})
