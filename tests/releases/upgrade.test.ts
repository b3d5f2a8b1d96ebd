import fs from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { migrate } from '#server/db/migrate.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { makeCluster, makeDir, start } from '#tests/setup/embedded-dir.ts'
import { isLong } from '#tests/setup/long-tests.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

import { compareCatalogs } from './catalog.ts'
import { readRows, REJUVENATE, withClient } from './database-text.ts'
import type { Resident } from './live-in.ts'

const ROOT = path.resolve(import.meta.dirname, '..', '..')
const FIXTURES = path.join(ROOT, 'tests', 'fixtures', 'releases')
const releases = fs.readdirSync(FIXTURES)

const readFixture = (release: string) => gunzipSync(fs.readFileSync(path.join(FIXTURES, release, 'database.sql.gz'))).toString()

/** Site name in the edit that each fixture publishes (make-fixture.test.ts). */
const EDITED_NAME = 'Edited Academy'
/** Release 568350a0 had no console. */
const hasEdit = (release: string) => release !== '568350a0'

const hasNewestMigration = (release: string) => {
	const newest = fs.readdirSync(path.join(ROOT, 'server', 'db', 'migrations')).findLast((file) => file.endsWith('.sql')) ?? ''
	return readFixture(release).includes(newest)
}

const load = (client: pg.Client, release: string) => client.query(readFixture(release))

type Tables = Awaited<ReturnType<typeof readRows>>
type Row = Record<string, unknown>

const rowsOf = (tables: Tables, name: string) => JSON.parse(tables.get(name)?.rows ?? '[]') as Row[]

/** Changes that migrations make on purpose: 0285 removes codes from subjects. */
const REWRITTEN: Record<string, (row: Row) => Row> = {
	outbox_messages: (row) => ({ ...row, subject: String(row['subject']).replace(/^\d{6} is your /, 'Your ') }),
}

/** Tables that migrations drop on purpose: 0300 drops build steps, which releases and the activity log replace. */
const DROPPED = new Set(['content_publications'])

/** Names that 0346 changes: tables by their old name, columns by the old name of their table. */
const migration = fs.readFileSync(path.join(ROOT, 'server', 'db', 'migrations', '0346_plain_names.sql'), 'utf8')
const RENAMED_TABLES = new Map([...migration.matchAll(/rename_table\('(\w+)', '(\w+)'\)/g)].map(([, old = '', now = '']) => [old, now]))
const renamedColumns = (table: string) =>
	new Map(
		[...migration.matchAll(/rename_column\('(\S+)', '(\w+)', '(\w+)'\)/g)].flatMap(([, of = '', old = '', now = '']) =>
			of.replace('public.', '') === table ? [[old, now] as const] : [],
		),
	)

const withNewNames = (table: string, row: Row): Row => {
	const names = renamedColumns(table)
	return Object.fromEntries(Object.entries(row).map(([column, value]) => [names.get(column) ?? column, value]))
}

/** Finds rows that are missing, or whose existing columns changed. */
const findLost = (before: Tables, after: Tables) =>
	[...before.keys()]
		.filter((name) => !DROPPED.has(name))
		.flatMap((name) => {
			const nowNamed = RENAMED_TABLES.get(name) ?? name
			const kept = rowsOf(after, nowNamed)
			const holds = (row: Row) => kept.some((now) => isDeepStrictEqual({ ...now, ...row }, now))
			return rowsOf(before, name)
				.filter((row) => !holds(withNewNames(nowNamed, REWRITTEN[name]?.(row) ?? row)))
				.map((row) => [name, row])
		})

test('CHANGELOG lists each release by its commit, and each has a fixture', () => {
	const named = fs.readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^- `([0-9a-f]{8})`, \d{4}-\d\d-\d\d/gm)
	expect(new Set([...named].map(([, commit]) => commit))).toEqual(new Set(releases))
})

test.each(releases)('the database of %s gets the schema of a new one and keeps every row unchanged', async (release) => {
	const old = await cloneDatabase('template0')
	onTestFinished(old.drop)
	const before = await withClient(old.connection, async (client) => {
		await load(client, release)
		return readRows(client)
	})
	await migrate(old.connection)

	expect(findLost(before, await withClient(old.connection, readRows))).toEqual([])
	const fresh = await cloneDatabase()
	onTestFinished(fresh.drop)
	expect(await compareCatalogs(old.connection, fresh.connection)).toMatchObject({ onlyFirst: [], onlySecond: [] })
})

test.runIf(isLong).each(releases)(
	'with data of %s the server starts, a learner keeps session, progress and purchase, and the copy restores it',
	async (release) => {
		const dir = await makeCluster()
		const database = await start(dir)
		const before = await withClient(database, async (client) => {
			await client.query('drop table kept')
			await load(client, release)
			await client.query(REJUVENATE)
			return readRows(client)
		})
		await database.stop()
		const port = await findFreePort()
		const env = { PORT: String(port), DATA_DIR: dir }
		expect(readFixture(release).includes(EDITED_NAME)).toBe(hasEdit(release))
		const server = spawnServer(env)
		await server.ready
		// Published content is served without a folder of edits.
		expect((await (await fetch(`http://127.0.0.1:${port}/admin/sign-in`)).text()).includes(EDITED_NAME)).toBe(hasEdit(release))
		expect((await (await fetch(`http://127.0.0.1:${port}/`)).text()).includes(EDITED_NAME)).toBe(hasEdit(release))

		const resident = JSON.parse(fs.readFileSync(path.join(FIXTURES, release, 'resident.json'), 'utf8')) as Resident
		const call = async (where: string, init: RequestInit) => {
			const response = await fetch(`http://127.0.0.1:${port}${where}`, init)
			return { status: response.status, body: (await response.json()) as Record<string, unknown> }
		}
		const { status, body } = await call('/auth/v1/token?grant_type=refresh_token', {
			method: 'POST',
			headers: { 'content-type': 'application/json', apikey: PUBLISHABLE_KEY },
			body: JSON.stringify({ refresh_token: resident.refreshToken }),
		})
		expect([status, body]).toEqual([200, expect.objectContaining({ user: expect.objectContaining({ email: resident.email }) })])
		const own = { headers: { authorization: `Bearer ${String(body['access_token'])}` } }
		expect(await call('/api/orders', own)).toMatchObject({ body: { orders: [{ status: 'paid' }], entitlements: [expect.any(String)] } })
		expect(await call('/api/progress', own)).toMatchObject({ body: { entries: [{ key: resident.progress, done: true }] } })
		expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })

		// Fully migrated data isn't copied, because nothing is changed.
		const copies = fs.existsSync(path.join(dir, 'before-upgrade')) ? fs.readdirSync(path.join(dir, 'before-upgrade')) : []
		expect(copies).toHaveLength(hasNewestMigration(release) ? 0 : 1)
		if (copies.length === 0) return
		const wayBack = makeDir()
		await restoreBackup(path.join(dir, 'before-upgrade', copies[0] ?? ''), wayBack)
		const old = await start(wayBack)
		expect(await withClient(old, readRows)).toEqual(before)
		await old.stop()
	},
	120_000,
)
