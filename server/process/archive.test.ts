import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

import { writeArchive } from '#server/db/archive/write-archive.ts'
import { setStableFormats } from '#server/db/bulk-copy/tables.ts'
import { migrate } from '#server/db/migrate.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { plugins } from '#server/process/plugins.ts'
import { archiveRules } from '#server/services/operations/archive/archive-rules.ts'
import { listTableRules } from '#server/services/people/privacy/registry/registry.ts'
import { withClient } from '#tests/releases/database-text.ts'
import { inFolder, makeTarget, makeWholeAcademy, rowsOf, VIDEO } from '#tests/releases/whole-academy.ts'
import { makeDir, query, start } from '#tests/setup/embedded-dir.ts'
import { readZip } from '#tests/setup/read-zip.ts'

import { checkArchive, exportArchive, importArchive } from './archive.ts'

const silently = { log: createLogger('error', () => {}) }
const now = () => new Date('2026-11-26T12:00:00Z')

const isEmptyIn = (hasSecrets: boolean) => (table: string) =>
	table in archiveRules.leftOut || table.startsWith('pgboss.') || (!hasSecrets && table in archiveRules.secretTables)

async function exportAcademy(hasSecrets: boolean) {
	const academy = await makeWholeAcademy()
	const file = path.join(makeDir(), 'academy.zip')
	const manifest = await exportArchive(academy.place, { file, hasSecrets, now }, silently)
	return { ...academy, file, manifest, entries: new Map(readZip(fs.readFileSync(file)).map(({ name, content }) => [name, content])) }
}

test('an academy exported with secrets is restored with every row, in a folder that starts', async () => {
	const { connection, file, manifest, entries } = await exportAcademy(true)
	const before = await rowsOf(connection)
	expect(await checkArchive(file)).toEqual(manifest)
	expect(fs.statSync(file).mode & 0o777).toBe(0o600)
	expect(fs.readdirSync(path.dirname(file))).toEqual(['academy.zip'])

	const dir = makeDir()
	const { otherContent } = await importArchive(file, inFolder(dir), silently)
	expect(otherContent).toEqual([])
	const server = await start(dir)
	const after = await rowsOf({ host: server.host, port: server.port, user: server.user, database: server.database })
	const isEmpty = isEmptyIn(true)
	const expected = Object.entries(before).flatMap(([table, rows]) =>
		table.startsWith('pgboss.') ? [] : [[table, isEmpty(table) ? [] : rows]],
	)
	expect(after).toEqual(Object.fromEntries(expected))
	expect(Object.values(after).filter((rows) => rows.length > 0).length).toBeGreaterThan(60)
	expect(await query(server, "insert into content_releases (edits, created_at) values ('{}', now()) returning number")).toEqual([
		{ number: Math.max(...(before['content_releases'] as { number: number }[]).map(({ number }) => number)) + 1 },
	])
	await server.stop()

	// People can read an archive: a spreadsheet per table, unmodified texts, and uploads as files.
	expect(entries.get('tables/orders.csv')?.toString()).toMatch(/^id,.*total_cents.*\n[0-9a-f-]{36},/)
	expect(entries.get('content/offers.json')?.equals(fs.readFileSync('content/offers.json'))).toBe(true)
	const uploads = [...entries.keys()].filter((name) => name.startsWith('uploads/'))
	expect(uploads.filter((name) => name.endsWith('way_home-1920x1080.mp4')).map((name) => entries.get(name)?.equals(VIDEO))).toEqual([true])
	expect(uploads.filter((name) => name.startsWith('uploads/applications/'))).toHaveLength(1)
})

test('an export without secrets has no passwords or keys, and restores everything else', async () => {
	const { connection, deps, file, entries } = await exportAcademy(false)
	const before = await rowsOf(connection)
	const accounts = await deps.db.selectFrom('auth.users').select('encrypted_password').execute()
	const passwords = accounts.flatMap(({ encrypted_password: password }) => password ?? [])
	expect(passwords.length).toBeGreaterThan(0)
	const whole = Buffer.concat([...entries.values()]).toString('latin1')
	expect(passwords.filter((password) => whole.includes(password))).toEqual([])
	expect([...entries.keys()].filter((name) => Object.keys(archiveRules.secretTables).includes(name.slice(7, -4)))).toEqual([])

	const target = await makeTarget()
	await importArchive(file, target.place, silently)
	const after = await rowsOf(target.connection)
	const isEmpty = isEmptyIn(false)
	for (const [table, rows] of Object.entries(before)) {
		if (table.startsWith('pgboss.')) continue
		const kept = table === 'auth.users' ? rows.map((row) => ({ ...(row as object), encrypted_password: null })) : rows
		expect({ table, rows: after[table] }).toEqual({ table, rows: isEmpty(table) ? [] : kept })
	}
	await expect(importArchive(file, target.place, silently)).rejects.toThrow(/is not empty: \S+ has rows/)
})

test('an archive of an older version is imported and then migrated', async () => {
	const old = await makeTarget()
	await migrate(old.connection, { last: '0344_what_opened_a_certificate.sql' })
	const file = path.join(makeDir(), 'old.zip')
	await withClient(old.connection, async (client) => {
		await client.query("insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'ida@example.test')")
		await setStableFormats(client)
		const source = {
			client,
			rules: archiveRules,
			academy: 'Old',
			readContent: async () => new Map<string, string>(),
			hasSecrets: false,
			now,
			onStep: () => {},
		}
		await writeArchive(source, file)
	})
	const target = await makeTarget()
	await importArchive(file, target.place, silently)
	const after = await rowsOf(target.connection)
	expect(after['auth.users']).toMatchObject([{ email: 'ida@example.test' }])
	expect(await migrate(target.connection)).toEqual([])
})

test('an existing file isn’t overwritten, and a failed export leaves no file', async () => {
	const { place } = await makeWholeAcademy()
	const dir = makeDir()
	const file = path.join(dir, 'mine.zip')
	fs.writeFileSync(file, 'mine')
	await expect(exportArchive(place, { file, hasSecrets: false, now }, silently)).rejects.toThrow(/already exists; name a new file/)
	expect(fs.readFileSync(file, 'utf8')).toBe('mine')
	const cut = exportArchive(
		place,
		{ file: path.join(dir, 'new.zip'), hasSecrets: false, now },
		{
			...silently,
			onStep: () => {
				throw new Error('the disk is full')
			},
		},
	)
	await expect(cut).rejects.toThrow('the disk is full')
	expect(fs.readdirSync(dir)).toEqual(['mine.zip'])
})

test('a disk with space for the files of an archive but not for its tables and indexes is refused', async () => {
	const { file, manifest } = await exportAcademy(false)
	const dir = makeDir()
	await (await start(dir)).stop()
	const size = (isTable: boolean) =>
		Object.entries(manifest.files).reduce((sum, [name, { bytes }]) => sum + (name.startsWith('tables/') === isTable ? bytes : 0), 0)
	const space = vi.spyOn(fs, 'statfsSync').mockReturnValue({ ...fs.statfsSync('/'), bavail: size(false) + 2 * size(true), bsize: 1 })
	onTestFinished(() => space.mockRestore())
	await expect(importArchive(file, inFolder(dir), silently)).rejects.toThrow(/needs \d+ MB, and its disk has \d+ MB left/)
})

test('every table is included or excluded, and no included row refers to an excluded one', async () => {
	const target = await makeTarget('launchway_template')
	const { tables, references } = await withClient(target.connection, async (client) => ({
		tables: (
			await client.query<{
				name: string
			}>(`select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as name
			from pg_class c join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'p') and nspname in ('public', 'auth', 'sandbox_stripe')`)
		).rows.map(({ name }) => name),
		references: (
			(await client.query<{
				child: string
				parent: string
			}>(`set search_path = public; select conrelid::regclass::text as child, confrelid::regclass::text as parent
			from pg_constraint where contype = 'f' and connamespace::regnamespace::text <> 'pgboss'`)) as unknown as {
				rows: { child: string; parent: string }[]
			}[]
		)[1]!.rows,
	}))
	const named = [...Object.keys(archiveRules.leftOut), ...Object.keys(archiveRules.secretTables), ...Object.keys(archiveRules.files)]
	expect(named.filter((name) => !tables.includes(name))).toEqual([])
	// A table with secrets must never be added to an archive by accident.
	const secrets = listTableRules(plugins).filter(({ protection, table }) => protection === 'secret' && !table.startsWith('pgboss.'))
	const undecided = secrets
		.map(({ table }) => table as string)
		.filter((table) => !named.includes(table) && !(table in archiveRules.secretColumns))
	expect(undecided).toEqual([])
	for (const hasSecrets of [true, false]) {
		const isOut = isEmptyIn(hasSecrets)
		expect(references.filter(({ child, parent }) => !isOut(child) && isOut(parent))).toEqual([])
	}
	expect(references.length).toBeGreaterThan(50)
})
