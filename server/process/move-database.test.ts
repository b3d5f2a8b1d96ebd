import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { migrate } from '#server/db/migrate.ts'
import { openJobRunner } from '#server/jobs/runner.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { compareCatalogs } from '#tests/releases/catalog.ts'
import { withClient } from '#tests/releases/database-text.ts'
import { addressOf, atAddress, inFolder, makeTarget, makeWholeAcademy, rowsOf } from '#tests/releases/whole-academy.ts'
import { makeCluster, makeDir, query, start } from '#tests/setup/embedded-dir.ts'

import { moveDatabase } from './move-database.ts'

const log = createLogger('error', () => {})
const silently = { log }

test('everything moves to a folder and back to a regular owner’s database, with rights and sequences', async () => {
	const academy = await makeWholeAcademy()
	const before = await rowsOf(academy.connection)
	expect(Object.values(before).filter((rows) => (rows as unknown[]).length > 0).length).toBeGreaterThan(70)

	const dir = makeDir()
	const steps: string[] = []
	const there = await moveDatabase({ from: academy.place, to: inFolder(dir) }, { log, onStep: (line) => steps.push(line) })
	expect(steps).toEqual(expect.arrayContaining(['auth.users: 1 rows copied', 'auth.users: 1 rows, equal']))
	expect(steps.filter((line) => !/ rows| \d+0 of /.test(line))).toEqual([
		expect.stringMatching(/^building indexes: 0 of [1-9]\d+$/),
		expect.stringMatching(/^checking references: 0 of [1-9]\d+$/),
		'collecting statistics',
	])
	expect(there.to).toBe(`the embedded one in ${dir}/pg18`)
	expect(await rowsOf(academy.connection)).toEqual(before)

	const cluster = await start(await makeCluster())
	await query(cluster, 'create role app login createrole bypassrls')
	for (const name of ['academy', 'model']) await query(cluster, `create database ${name} owner app`)
	const as = (database: string) => ({ connectionString: addressOf({ ...cluster, database }, 'app') })
	const back = await moveDatabase({ from: inFolder(dir), to: atAddress(as('academy').connectionString) }, silently)
	expect(back).toMatchObject({ tables: there.tables, rows: there.rows })
	expect(await rowsOf(as('academy'))).toEqual(before)

	await migrate(as('model'))
	await openJobRunner(as('model'), log).then((jobs) => jobs.stop())
	expect(await compareCatalogs(as('model'), as('academy'))).toMatchObject({ onlyFirst: [], onlySecond: [] })
	const number = await withClient(as('academy'), (client) =>
		client.query("insert into content_releases (edits, created_at) values ('{}', now()) returning number"),
	)
	const releases = before['content_releases'] as { number: number }[]
	expect(number.rows).toEqual([{ number: Math.max(...releases.map((release) => release.number)) + 1 }])
	await cluster.stop()
})

test('an interrupted copy leaves an empty target, and the same command then succeeds', async () => {
	const academy = await makeWholeAcademy()
	const target = await makeTarget()
	const cut = moveDatabase(
		{ from: academy.place, to: target.place },
		{
			log,
			onStep: (line) => {
				if (/^orders: .* equal$/.test(line)) throw new Error('the power went out')
			},
		},
	)
	await expect(cut).rejects.toThrow('the power went out')
	expect(Object.values(await rowsOf(target.connection)).flat().length).toBeLessThan(100)
	expect((await rowsOf(target.connection))['auth.users']).toEqual([])

	await moveDatabase({ from: academy.place, to: target.place }, silently)
	expect(await rowsOf(target.connection)).toEqual(await rowsOf(academy.connection))
	await expect(moveDatabase({ from: academy.place, to: target.place }, silently)).rejects.toThrow(/is not empty: \S+ has rows/)
})

test('a row stored differently by the target is detected, and nothing is kept', async () => {
	const academy = await makeWholeAcademy()
	const target = await makeTarget()
	await migrate(target.connection)
	await openJobRunner(target.connection, log).then((jobs) => jobs.stop())
	await withClient(target.connection, async (client) => {
		await client.query('alter table orders alter column product_name type char(200)')
	})
	await expect(moveDatabase({ from: academy.place, to: target.place }, silently)).rejects.toThrow(/^orders was not copied exactly/)
	expect((await rowsOf(target.connection))['orders']).toEqual([])
})

test('a database in use by a server is refused as source and target', async () => {
	const academy = await makeWholeAcademy()
	const target = await makeTarget()
	const running = new pg.Client({ ...academy.connection, application_name: 'launchway-watch' })
	await running.connect()
	await expect(moveDatabase({ from: academy.place, to: target.place }, silently)).rejects.toThrow(/^A server is using .* Stop it first/)
	await running.end()

	const claiming = new pg.Client(target.connection)
	await claiming.connect()
	await claiming.query("select pg_advisory_lock(hashtext('launchway.server'))")
	await expect(moveDatabase({ from: academy.place, to: target.place }, silently)).rejects.toThrow(/^A server is using /)
	await claiming.end()
	expect(await rowsOf(target.connection)).toEqual({})
})

test('a target with other tables or another encoding is refused', async () => {
	const academy = await makeWholeAcademy()
	const refusal = (connection: { host: string; port: number; database: string }) =>
		moveDatabase({ from: academy.place, to: atAddress(addressOf(connection)) }, silently).catch(String)

	const target = await makeTarget()
	await withClient(target.connection, (client) => client.query('create table wordpress_posts (id int)'))
	expect(await refusal(target.connection)).toContain('contains tables of another program, such as wordpress_posts')

	const cluster = await start(await makeCluster())
	await query(cluster, "create database latin template template0 encoding 'LATIN1' locale_provider libc locale 'C'")
	expect(await refusal({ ...cluster, database: 'latin' })).toContain('create the database with encoding UTF8')
	await cluster.stop()
})

test('a login that may not see all rows is refused as source', async () => {
	const academy = await makeWholeAcademy()
	const target = await makeTarget()
	const login = `guest_${academy.connection.database}`
	const admin = new pg.Client(academy.connection)
	await admin.connect()
	await admin.query(`create role ${login} login`)
	await admin.query(`grant anon, authenticated, service_role to ${login}`)
	await admin.query(`grant usage on schema auth, sandbox_stripe, pgboss to ${login}`)
	for (const schema of ['public', 'auth', 'sandbox_stripe', 'pgboss'])
		await admin.query(`grant select on all tables in schema ${schema} to ${login}`)
	onTestFinished(async () => {
		await admin.query(`drop owned by ${login}; drop role ${login}`)
		await admin.end()
	})
	const from = atAddress(addressOf(academy.connection, login))
	await expect(moveDatabase({ from, to: target.place }, silently)).rejects.toThrow(/belongs to another role/)
})
