import { sql } from 'kysely'
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, inject, onTestFinished, test } from 'vitest'

import { makeWholePerson } from '#tests/factories/whole-person.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { readRows, withClient, writeDatabase } from './database-text.ts'
import { fillOwnerless, publishEdit } from './fill-ownerless.ts'
import { liveIn } from './live-in.ts'

/** `RELEASE=<commit> npm test -- make-fixture` writes the fixture of the checked-out release. */
const release = process.env['RELEASE']

const ROOT = path.resolve(import.meta.dirname, '..', '..')

/** Creates a database that this program has used, with a row in every table except the job queue's. */
async function makeLivedIn() {
	const { deps } = await makeTestDeps()
	const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(deps.db)
	const connection = { ...inject('databaseServer'), database: rows[0]?.database ?? '' }
	const address = new URL(`postgres://${connection.user}@localhost:${connection.port}/${connection.database}`)
	address.searchParams.set('host', connection.host)
	const port = await findFreePort()
	const server = spawnServer({ PORT: String(port), DATABASE_URL: address.href })
	await server.ready
	const resident = await liveIn(`http://127.0.0.1:${port}`, deps)
	expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
	await makeWholePerson(deps, 'Wanda Whole', '+12025550143')
	await fillOwnerless(deps)
	const origin = fs.readFileSync(path.join(ROOT, 'content', 'site.json'), 'utf8')
	await publishEdit(deps, 'site.json', { origin, edited: origin.replace(/"name": "[^"]*"/, '"name": "Edited Academy"') })
	return { connection, resident }
}

test('a database with rows in every table is dumped and recreated', async () => {
	const { connection, resident } = await makeLivedIn()
	const { text, tables } = await withClient(connection, async (client) => ({
		text: await writeDatabase(client),
		tables: await readRows(client),
	}))
	expect([...tables].filter(([name, { count }]) => count === 0 && !name.startsWith('pgboss.')).map(([name]) => name)).toEqual([])

	const fresh = await cloneDatabase('template0')
	onTestFinished(fresh.drop)
	const again = await withClient(fresh.connection, async (client) => {
		await client.query(text)
		return readRows(client)
	})
	expect(Object.fromEntries(again)).toEqual(Object.fromEntries(tables))
	if (!release) return
	const folder = path.join(ROOT, 'tests', 'fixtures', 'releases', release)
	fs.mkdirSync(folder, { recursive: true })
	fs.writeFileSync(path.join(folder, 'database.sql.gz'), gzipSync(text, { level: 9 }))
	fs.writeFileSync(path.join(folder, 'resident.json'), `${JSON.stringify(resident, null, '\t')}\n`)
})
