import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { createLogger } from '#server/kernel/logger.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'

import { CONNECTION_WAIT_MS, openPools, openUnlimitedPools } from './pools.ts'

async function setUp() {
	const { connection, drop } = await cloneDatabase()
	const logLines: string[] = []
	const pools = openPools(
		connection,
		createLogger('debug', (line) => logLines.push(line)),
		1,
	)
	onTestFinished(async () => {
		await pools.close()
		await drop()
	})
	return { ...pools, connection, logLines }
}

test('a statement with parameters is prepared once per connection, others aren’t', async () => {
	const { app, db } = await setUp()
	for (const id of ['a', 'b', 'a']) await db.selectFrom('outbox_messages').select('id').where('to_address', '=', id).execute()
	await app.query('select 1')

	const { rows } = await app.query('select statement, generic_plans + custom_plans as runs from pg_prepared_statements')
	expect(rows).toEqual([{ statement: expect.stringContaining('"to_address" = $1'), runs: 3 }])
})

test('a statement that PostgreSQL couldn’t read is no longer named on its connection, because pgbouncer ends one that names it again', async () => {
	const { app } = await setUp()
	const client = await app.connect()
	onTestFinished(() => client.release())
	const read = () => client.query('select n from made where n = $1', [1])
	await expect(read()).rejects.toThrow('made')
	await client.query('create table made as select 1 as n')
	for (const _ of [1, 2]) expect((await read()).rows).toEqual([{ n: 1 }])
	expect((await client.query('select from pg_prepared_statements')).rows).toEqual([])
})

test('a connection ended by the server is logged and replaced', async () => {
	const { app, connection, logLines } = await setUp()
	await app.query('select 1')
	const other = new pg.Client(connection)
	await other.connect()
	await other.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()', [
		connection.database,
	])
	await other.end()

	await expect.poll(() => logLines.join('')).toContain('terminating connection')
	expect((await app.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

function blockEventLoop(milliseconds: number) {
	const end = performance.now() + milliseconds
	while (performance.now() < end);
}

test('a process that was too busy to read the database’s answer in time reads it late instead of reporting an outage', async () => {
	const { app } = await setUp()
	const [opened, queued] = [app.connect(), app.query('select 1 as one')]
	setImmediate(() => blockEventLoop(CONNECTION_WAIT_MS + 500))
	;(await opened).release()
	expect((await queued).rows).toEqual([{ one: 1 }])
})

test('counts are returned as numbers, times as dates', async () => {
	const { db } = await setUp()
	const { rows } = await sql`select count(*) as many, timestamptz '2026-01-02T03:04:05Z' as at from generate_series(1, 3)`.execute(db)
	expect(rows).toEqual([{ many: 3, at: new Date('2026-01-02T03:04:05Z') }])
})

test('a statement without an answer closes its connection, and the next one gets another', async () => {
	const { app, db } = await setUp()
	Object.assign(app.options, { query_timeout: 500 })
	const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
	const first = await pid()
	await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toThrow('Query read timeout')
	expect(await pid()).not.toBe(first)
	await app.query('select pg_terminate_backend($1)', [first])
})

test('a transaction limits its statements on the server, in whichever session it runs', async () => {
	const { db } = await setUp()
	const limit = sql<{ statement_timeout: string }>`show statement_timeout`
	const inside = await db.transaction().execute((tx) => limit.execute(tx))
	expect([inside.rows, (await limit.execute(db)).rows]).toEqual([[{ statement_timeout: '30s' }], [{ statement_timeout: '0' }]])
})

test('a check of whole tables has no limit: at a million learners an index takes more than half a minute', async () => {
	const { connection } = await setUp()
	const pools = openUnlimitedPools(
		connection,
		createLogger('error', () => {}),
	)
	onTestFinished(() => pools.close())
	const inside = await pools.db.transaction().execute((tx) => sql`show statement_timeout`.execute(tx))
	expect([inside.rows, pools.app.options]).toMatchObject([[{ statement_timeout: '0' }], { max: 2 }])
	expect(pools.app.options).not.toHaveProperty('query_timeout')
})
