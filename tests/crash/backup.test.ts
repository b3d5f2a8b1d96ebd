import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { planRestore } from '#server/db/backup/restore-to-time.ts'
import { openFolderStore } from '#server/db/backup/store.ts'
import { findServersOf } from '#server/db/embedded/processes.ts'
import { makeCluster, makeDir, query, signal, start } from '#tests/setup/embedded-dir.ts'
import { BARE_ENVIRONMENT, findFreePort, spawnServer } from '#tests/setup/server-process.ts'

const ROOT = path.resolve(import.meta.dirname, '..', '..')
const ACCOUNTS = 20
const CENTS_EACH = 100_000

/** Runs an operator command; `kill` ends it with SIGKILL. */
function command(name: string, args: readonly string[], env: Record<string, string> = {}) {
	const child = spawn(process.execPath, [path.join(ROOT, 'scripts', `${name}.ts`), ...args], {
		cwd: ROOT,
		env: { ...BARE_ENVIRONMENT, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	onTestFinished(() => void child.kill('SIGKILL'))
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
	const ended = new Promise<{ code: number | null; output: string }>((resolve) => child.once('close', (code) => resolve({ code, output })))
	return { ended, kill: () => child.kill('SIGKILL') }
}

/**
 * Writes a few hundred times a second: visitors' quiz answers over HTTP, and transfers between accounts whose total is
 * constant.
 */
async function keepWriting(port: number, socket: pg.ClientConfig) {
	const client = new pg.Client(socket)
	client.on('error', () => {})
	await client.connect()
	await client.query('create table ledger (account int primary key, cents bigint not null)')
	await client.query('insert into ledger select n, $2::bigint from generate_series(1, $1::int) n', [ACCOUNTS, CENTS_EACH])
	const acknowledged = new Set<string>()
	let isWriting = true
	async function visitor(index: number) {
		for (let count = 0; isWriting; count += 1) {
			const feedbackId = randomUUID()
			const answer = await fetch(`http://127.0.0.1:${port}/api/leads/feedback`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${index}.${count % 250}` },
				body: JSON.stringify({ feedbackId, helpful: true }),
			})
			if (answer.status === 201) acknowledged.add(feedbackId)
			await sleep(40)
		}
	}
	async function bank() {
		for (let count = 0; isWriting; count += 1) {
			await client.query('begin')
			await client.query('update ledger set cents = cents - 7 where account = $1', [(count % ACCOUNTS) + 1])
			await client.query('update ledger set cents = cents + 7 where account = $1', [((count * 7 + 3) % ACCOUNTS) + 1])
			await client.query('commit')
		}
	}
	const writing = Promise.all([1, 2, 3, 4, 5].map(visitor).concat(bank()))
	writing.catch(() => {}) // a kill makes it fail; tests without a kill await it
	return {
		acknowledged,
		async stop() {
			isWriting = false
			await writing
			await client.end()
		},
	}
}

test('writes acknowledged before a backup began survive a restore elsewhere, and the balances still add up', async () => {
	const dir = await makeCluster()
	const backupDir = makeDir()
	const backup = path.join(backupDir, 'monday')
	const port = await findFreePort()
	const server = spawnServer({ PORT: String(port), DATA_DIR: dir, TRUSTED_PROXY_HOPS: '1' })
	await server.ready
	const socket = { host: path.join(dir, 'sock18'), port: 5432, user: 'postgres', database: 'postgres' }
	const writing = await keepWriting(port, socket)
	await expect.poll(() => writing.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(150)

	const killed = command('backup', ['--to', backup], { DATA_DIR: dir })
	await expect.poll(() => fs.readdirSync(backupDir).join(), { timeout: 60_000, interval: 5 }).toContain('monday.partial-')
	killed.kill()
	await killed.ended
	const [leftover = ''] = fs.readdirSync(backupDir)
	expect(leftover).toMatch(/^monday\.partial-\d+$/)
	await expect(restoreBackup(path.join(backupDir, leftover), path.join(backupDir, 'new'))).rejects.toThrow(/is missing$/)

	const before = [...writing.acknowledged]
	expect(await command('backup', ['--to', backup], { DATA_DIR: dir }).ended).toMatchObject({ code: 0 })
	expect(fs.readdirSync(backupDir)).toEqual(['monday'])
	const during = writing.acknowledged.size - before.length
	await writing.stop()
	expect(during).toBeGreaterThan(0)
	for (const pid of findServersOf(path.join(dir, 'pg18'))) signal(pid, 'SIGKILL')
	await server.end('SIGKILL')
	fs.rmSync(path.join(dir, 'pg18'), { recursive: true, force: true })

	const fresh = makeDir()
	expect(await command('restore', ['--from', backup, '--data-dir', fresh]).ended).toMatchObject({ code: 0 })
	const again = spawnServer({ PORT: String(port), DATA_DIR: fresh })
	await again.ready
	expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
	expect(await again.end('SIGTERM')).toMatchObject({ code: 0 })

	const database = await start(fresh)
	const stored = new Set(((await query(database, 'select id from module_feedback')) as { id: string }[]).map(({ id }) => id))
	const [ledger] = await query(database, 'select sum(cents)::int as cents, count(*)::int as accounts from ledger')
	await database.stop()
	expect(before.filter((id) => !stored.has(id))).toEqual([])
	expect(ledger).toEqual({ cents: ACCOUNTS * CENTS_EACH, accounts: ACCOUNTS })
}, 300_000)

/** Tables with what people wrote or uploaded, and with keys; visitors don't change them. */
const CONSOLE_TABLES = [
	'content_versions',
	'content_releases',
	'media',
	'media_files',
	'media_chunks',
	'auth.signing_keys',
	'auth.server_secrets',
]

async function fillConsoleTables(server: Parameters<typeof query>[0]) {
	await query(server, "insert into content_versions (path, body, origin, created_at) values ('company/about.json', 'Ours', '', now())")
	await query(server, `insert into content_releases (edits, created_at) values ('{"company/about.json": "Ours"}', now())`)
	await query(
		server,
		`with item as (insert into media (kind, name, alt, bytes, created_at) values ('picture', 'a.webp', 'A', 3, now()) returning id),
			file as (insert into media_files select id, 0, 'image/webp', 3, sha256('abc') from item)
		insert into media_chunks select id, 0, 0, 'abc' from item`,
	)
	await query(server, "insert into auth.signing_keys (kid, alg, status, private_jwk) values ('k', 'ES256', 'previous', '{}')")
}

/** @returns number and hash of rows, by table; none is empty */
async function hashRows(server: Parameters<typeof query>[0]) {
	const hashes: Record<string, unknown> = {}
	for (const table of CONSOLE_TABLES) {
		const [row] = await query(
			server,
			`select count(*)::int as rows, md5(string_agg(t::text, ',' order by t::text)) as hash from ${table} t`,
		)
		hashes[table] = row
		expect(row).toMatchObject({ rows: expect.any(Number), hash: expect.any(String) })
	}
	return hashes
}

test('after the machine is lost everything copied is restored, also at a chosen moment before', async () => {
	const dir = await makeCluster()
	const backupDir = makeDir()
	const env = { DATA_DIR: dir, BACKUP_DIR: backupDir }
	const first = spawnServer({ PORT: String(await findFreePort()), ...env })
	await first.ready
	expect(await command('backup', [], env).ended).toMatchObject({ code: 0, output: expect.stringContaining('read back and verified') })
	await first.end('SIGTERM')

	const port = await findFreePort()
	const server = spawnServer({ PORT: String(port), TRUSTED_PROXY_HOPS: '1', ...env })
	await server.ready
	const writing = await keepWriting(port, { host: path.join(dir, 'sock18'), port: 5432, user: 'postgres', database: 'postgres' })
	await fillConsoleTables({ host: path.join(dir, 'sock18'), port: 5432, user: 'postgres', database: 'postgres' })
	const kept = await hashRows({ host: path.join(dir, 'sock18'), port: 5432, user: 'postgres', database: 'postgres' })
	await expect.poll(() => writing.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(100)
	const copied = [...writing.acknowledged]
	const moment = new Date().toISOString()
	const newestCopy = async () => (await planRestore(openFolderStore(backupDir), null)).copiedUntil.toISOString()
	await expect.poll(newestCopy, { timeout: 60_000, interval: 200 }).toSatisfy((time) => String(time) > moment)
	for (const pid of findServersOf(path.join(dir, 'pg18'))) signal(pid, 'SIGKILL')
	await server.end('SIGKILL')
	await writing.stop().catch(() => {})
	fs.rmSync(path.join(dir, 'pg18'), { recursive: true, force: true })

	const readBack = async (args: string[]) => {
		const fresh = makeDir()
		expect(await command('restore', ['--data-dir', fresh, ...args], env).ended).toMatchObject({ code: 0 })
		const database = await start(fresh)
		const rows = (await query(database, 'select id from module_feedback')) as { id: string }[]
		const [ledger] = await query(database, 'select sum(cents)::int as cents from ledger')
		const hashes = await hashRows(database)
		await database.stop()
		return { ids: new Set(rows.map(({ id }) => id)), ledger, hashes }
	}
	const newest = await readBack([])
	expect(copied.filter((id) => !newest.ids.has(id))).toEqual([])
	expect(newest.hashes).toEqual(kept)
	expect(newest.ledger).toEqual({ cents: ACCOUNTS * CENTS_EACH })
	const before = await readBack(['--at', moment])
	expect(copied.filter((id) => !before.ids.has(id))).toEqual([])
	expect(before.ids.size).toBeLessThan(newest.ids.size)
	expect((await command('restore', ['--at', moment], env).ended).output).toContain('Nothing was changed')
	expect((await command('restore', ['--data-dir', backupDir], env).ended).output).toContain('is not empty')
	expect((await command('restore', ['--at', 'yesterday'], env).ended).output).toContain('--at yesterday is not a valid time')
}, 300_000)

test('a damaged, partial or missing backup and a folder in use are refused by name and leave nothing', async () => {
	const dir = await makeCluster()
	const server = spawnServer({ PORT: String(await findFreePort()), DATA_DIR: dir, BACKUPS_ENABLED: '0' })
	await server.ready
	const backupDir = makeDir()
	const good = path.join(backupDir, 'good')
	expect(await command('backup', ['--to', good], { DATA_DIR: dir }).ended).toMatchObject({ code: 0 })
	expect((await command('backup', ['--to', good], { DATA_DIR: dir }).ended).output).toContain(`${good} is not empty`)
	expect((await command('backup', ['--to', path.join(dir, 'x')], { DATA_DIR: dir }).ended).output).toContain('name a folder elsewhere')
	if (process.platform === 'linux') execFileSync('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], { cwd: good })

	const target = path.join(backupDir, 'target')
	const refusal = async (spoil: (copy: string) => void) => {
		const copy = path.join(backupDir, randomUUID())
		execFileSync('cp', ['-a', good, copy])
		spoil(copy)
		const failure: unknown = await restoreBackup(copy, target).catch((error: unknown) => error)
		expect(fs.existsSync(target)).toBe(false)
		fs.rmSync(copy, { recursive: true })
		return failure instanceof Error ? failure.message.replace(`${copy}: `, '') : failure
	}
	const flip = (file: string) => {
		const bytes = fs.readFileSync(file)
		bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
		fs.writeFileSync(file, bytes)
	}
	expect(await refusal((copy) => flip(path.join(copy, 'cluster/global/pg_control')))).toBe(
		'cluster/global/pg_control is damaged: its checksum differs',
	)
	expect(await refusal((copy) => fs.rmSync(path.join(copy, 'cluster/PG_VERSION')))).toBe('cluster/PG_VERSION is missing')
	expect(await refusal((copy) => fs.writeFileSync(path.join(copy, 'cluster/base/more'), ''))).toBe(
		'cluster/base/more does not belong to it',
	)
	expect(await refusal((copy) => fs.rmSync(path.join(copy, 'SHA256SUMS')))).toBe('it is incomplete: SHA256SUMS is missing')
	expect(await refusal((copy) => fs.truncateSync(path.join(copy, 'SHA256SUMS'), 1000))).toBe('SHA256SUMS is damaged: it is truncated')
	expect(await refusal((copy) => fs.rmSync(path.join(copy, 'backup.json')))).toBe('it is not a Launchway backup: backup.json is missing')
	await expect(restoreBackup(path.join(backupDir, 'nowhere'), target)).rejects.toThrow(/nowhere: there is no such folder$/)
	await expect(restoreBackup(good, dir)).rejects.toThrow(`${dir} is not empty; name a folder that is`)
	const foreign = await command('backup', ['--to', target], { DATABASE_URL: `postgres://postgres@x/postgres?host=${dir}/sock18` }).ended
	expect([foreign.code, foreign.output]).toEqual([1, expect.stringContaining('with its own tools, such as pg_dump (docs/backup.md)')])
	expect(await command('backup', ['--taken-elsewhere'], { DATA_DIR: dir }).ended).toMatchObject({ code: 0 })
	const client = new pg.Client({ host: path.join(dir, 'sock18'), user: 'postgres', database: 'postgres' })
	await client.connect()
	const { rows } = await client.query('select folder from backups order by taken_at')
	await client.end()
	expect(rows).toEqual([{ folder: good }, { folder: null }])
	expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
}, 300_000)
