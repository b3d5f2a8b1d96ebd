import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { openJobRunner } from '#server/jobs/runner.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { makeCluster, query, start } from '#tests/setup/embedded-dir.ts'
import { startTransactionPool } from '#tests/setup/transaction-pool.ts'

import { checkServer, findServerObstacles } from './check-server.ts'
import { migrate } from './migrate.ts'

const good = {
	version: 180_004,
	version_text: '18.4',
	login: 'app',
	may_create_roles: true,
	may_create: true,
	missing: ['anon'],
	foreign: [],
	is_taken: false,
}

test.each([
	{ name: 'a login that can create the roles', facts: good, obstacles: [] },
	{ name: 'a login that can’t, if the roles exist', facts: { ...good, may_create_roles: false, missing: [] }, obstacles: [] },
	{
		name: 'an old server',
		facts: { ...good, version: 140_011, version_text: '14.11' },
		obstacles: [/PostgreSQL 15 or newer is needed.* 14\.11/],
	},
	{
		name: 'missing roles that the login can’t create',
		facts: { ...good, may_create_roles: false },
		obstacles: [/roles anon do not exist and app may not/],
	},
	{
		name: 'roles the login can’t use',
		facts: { ...good, missing: [], foreign: ['anon', 'service_role'] },
		obstacles: [/app may not use.*`grant anon, service_role to "app", authenticator`/],
	},
	{ name: 'another program’s database', facts: { ...good, is_taken: true }, obstacles: [/Another program uses this database/] },
	{ name: 'a login without create rights', facts: { ...good, may_create: false }, obstacles: [/app may not create schemas and tables/] },
])('$name', ({ facts, obstacles }) => {
	expect(findServerObstacles(facts)).toEqual(obstacles.map((text) => expect.stringMatching(text)))
})

test('the server check uses the rights of the configured login', async () => {
	const { connection, drop } = await cloneDatabase()
	const login = `guest_${connection.database}`
	const admin = new pg.Client(connection)
	await admin.connect()
	await admin.query(`create role ${login} login`)
	onTestFinished(async () => {
		await admin.query(`drop role ${login}`)
		await admin.end()
		await drop()
	})

	await expect(checkServer({ ...connection, user: login })).rejects.toThrow(/may not use the roles anon, authenticated, service_role/)
	await admin.query(`grant anon, authenticated, service_role to ${login}`)
	await expect(checkServer({ ...connection, user: login })).resolves.toBeUndefined()
	await expect(checkServer({ ...connection, database: 'nowhere' })).rejects.toThrow(/^DATABASE_URL: cannot connect: database "nowhere"/)
})

test('a login that can create roles and owns its database can set up everything', async () => {
	const cluster = await start(await makeCluster())
	await query(cluster, 'create role app login createrole')
	await query(cluster, 'create database academy owner app')
	const connection = { connectionString: `postgres://app@localhost/academy?host=${cluster.host}` }

	await checkServer(connection)
	await expect(migrate(connection)).resolves.toContain('0001_roles.sql')
	const boss = await openJobRunner(
		connection,
		createLogger('error', () => {}),
	)
	await boss.stop()
	await cluster.stop()
})

test.each([1, 3])('a pooler in transaction mode is refused, with %i sessions', async (sessions) => {
	const { connection, drop } = await cloneDatabase()
	onTestFinished(drop)
	const port = await startTransactionPool(path.join(connection.host, `.s.PGSQL.${connection.port}`), sessions)
	await expect(checkServer({ ...connection, host: '127.0.0.1', port })).rejects.toThrow(
		/^DATABASE_URL: a pooler such as pgbouncer in transaction mode/,
	)
})

test('a role that only owns a database is refused until it may use the server’s roles', async () => {
	const cluster = await start(await makeCluster())
	for (const role of ['anon', 'authenticated', 'service_role', 'authenticator']) await query(cluster, `create role ${role}`)
	await query(cluster, 'create role app login')
	await query(cluster, 'create database academy owner app')
	const connection = { connectionString: `postgres://app@localhost/academy?host=${cluster.host}` }
	const failure: unknown = await checkServer(connection).catch((error: unknown) => error)
	const [, advice = ''] = /Have an administrator run `(.*)`/.exec(String(failure)) ?? []
	expect(advice).toContain('anon, authenticated, service_role to "app", authenticator')
	await query(cluster, advice)
	await checkServer(connection)
	await expect(migrate(connection)).resolves.toContain('0001_roles.sql')
	await checkServer(connection)
	await cluster.stop()
})
