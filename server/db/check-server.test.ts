import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { openJobRunner } from '#server/jobs/runner.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { makeCluster, query, start } from '#tests/setup/embedded-dir.ts'

import { checkServer, findObstacles } from './check-server.ts'
import { migrate } from './migrate.ts'

const good = { version: 180_004, version_text: '18.4', login: 'app', may_create_roles: true, may_create: true, missing: ['anon'] }

test.each([
	{ name: 'a login that may create the roles', facts: good, obstacles: [] },
	{ name: 'a login that may not, where they exist', facts: { ...good, may_create_roles: false, missing: [] }, obstacles: [] },
	{
		name: 'an old server',
		facts: { ...good, version: 170_002, version_text: '17.2' },
		obstacles: [/PostgreSQL 18 or newer is needed.* 17\.2/],
	},
	{
		name: 'missing roles and no right',
		facts: { ...good, may_create_roles: false },
		obstacles: [/roles anon do not exist and app may not/],
	},
	{ name: 'a login that may create nothing', facts: { ...good, may_create: false }, obstacles: [/app may not create schemas and tables/] },
])('$name', ({ facts, obstacles }) => {
	expect(findObstacles(facts)).toEqual(obstacles.map((text) => expect.stringMatching(text)))
})

test('a server is asked with the rights of its login', async () => {
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

	await expect(checkServer({ ...connection, user: login })).resolves.toBeUndefined()
	await expect(checkServer({ ...connection, database: 'nowhere' })).rejects.toThrow(/^DATABASE_URL: cannot connect: database "nowhere"/)
})

test('a login that may create roles and owns its database can set up everything', async () => {
	const cluster = await start(await makeCluster())
	await query(cluster, 'create role app login createrole bypassrls')
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
