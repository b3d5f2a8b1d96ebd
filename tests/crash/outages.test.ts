import { sql } from 'kysely'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'

import { findServersOf } from '#server/db/embedded/processes.ts'
import { createApp } from '#server/process/app.ts'
import { makeCluster, query, signal, start } from '#tests/setup/embedded-dir.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { ask, expectGuarded, feedback, json, type Socket, startServer, untilHealthy } from './ask-server.ts'

const someone = () => `${randomUUID()}@example.com`

/** One request to each surface that needs the database, with the surface's error format. */
type Surface = [where: string, init: () => RequestInit, body: unknown, status?: number]
const SURFACES: Surface[] = [
	['/api/leads/feedback', feedback, { error: expect.objectContaining({ code: 'database_unavailable' }) }],
	[
		'/auth/v1/token?grant_type=password',
		() => json({ email: 'somebody@example.com', password: 'a long enough one' }),
		expect.objectContaining({ code: 503, error_code: 'database_unavailable' }),
	],
	[
		'/functions/v1/create-payment',
		() => json({ productName: 'Digital Income Mastery - Lifetime Access' }),
		expect.objectContaining({ success: false, code: 'database_unavailable' }),
	],
	['/rest/v1/certificates', () => ({}), expect.objectContaining({ code: 'PGRST000' })],
	// The provider retries after a 503.
	['/webhooks/stripe', () => json({ id: 'evt_1' }), { error: 'database_unavailable' }],
	[
		'/api/leads/newsletter',
		() => json({ email: someone(), source: 'blog' }),
		{ error: expect.objectContaining({ code: 'database_unavailable' }) },
	],
	[
		'/api/leads/newsletter/unsubscribe-link',
		() => json({ email: someone() }),
		{ error: expect.objectContaining({ code: 'database_unavailable' }) },
	],
]

const TEXTS = {
	TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
	TWILIO_AUTH_TOKEN: 'made up for this test',
	TWILIO_CODE_SERVICE_SID: `MG${'a'.repeat(32)}`,
	TWILIO_NOTIFICATION_SERVICE_SID: `MG${'b'.repeat(32)}`,
	// No server listens there.
	TWILIO_API_BASE: 'http://127.0.0.1:9',
}

/** Returns a request with a STOP message, signed like the SMS provider's. */
function textedStop(origin: string): Surface {
	const where = '/webhooks/twilio/inbound'
	const fields = { Body: 'STOP', From: '+14155552671', MessagingServiceSid: TEXTS.TWILIO_CODE_SERVICE_SID, To: '+15551230001' }
	const signed = origin + where + Object.entries(fields).flat().join('')
	const signature = createHmac('sha1', TEXTS.TWILIO_AUTH_TOKEN).update(signed).digest('base64')
	const init = () => ({ method: 'POST', headers: { 'x-twilio-signature': signature }, body: new URLSearchParams(fields) })
	return [where, init, { error: 'database_unavailable' }]
}

/** Subscribes. @returns the requests that the emailed links make, with valid tokens */
async function subscribe(origin: string, socket: Socket): Promise<Surface[]> {
	const email = someone()
	expect((await ask(origin, '/api/leads/newsletter', json({ email, source: 'blog' }))).status).toBeLessThan(300)
	const tokenIn = async (path: string) => {
		const [mail] = await query(socket, `select body from outbox_messages where to_address = '${email}' order by created_at desc limit 1`)
		return new RegExp(`${path}\\?token=([\\w.-]+)`).exec(String((mail as { body?: string }).body))?.[1] ?? ''
	}
	const confirm = `/newsletter/confirm?token=${await tokenIn('/newsletter/confirm')}`
	expect((await ask(origin, confirm, { method: 'POST' })).status).toBe(303)
	const unsubscribe = `/unsubscribe?token=${await tokenIn('/unsubscribe')}`
	return [
		// A browser gets an error page; a mail client gets the status.
		[confirm, () => ({ method: 'POST' }), '', 303],
		[
			unsubscribe,
			() => ({ method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }),
			expect.stringContaining('try again'),
		],
	]
}

test('a frozen, killed or restarting database is 503 on every surface with one log line, and recovers', async () => {
	const dir = await makeCluster()
	const { server, origin } = await startServer(dir, TEXTS)
	const dataDir = path.join(dir, 'pg18')
	const socket = { host: path.join(dir, 'sock18'), port: 5432, user: 'postgres', database: 'postgres' }
	const surfaces = [...SURFACES, ...(await subscribe(origin, socket)), textedStop(origin)]
	expect((await ask(origin, '/api/leads/feedback', feedback())).status).toBe(201)

	const frozen = findServersOf(dataDir)
	for (const pid of frozen) signal(pid, 'SIGSTOP')
	onTestFinished(() => frozen.forEach((pid) => signal(pid, 'SIGCONT')))
	const answers = await Promise.all(surfaces.map(([where, init]) => ask(origin, where, init())))
	for (const [index, [where, , body, status = 503]] of surfaces.entries())
		expect([where, answers[index]]).toEqual([where, { status, retryAfter: '2', body }])
	expect(await ask(origin, '/readyz')).toEqual({ status: 503, retryAfter: '5', body: { status: 'unavailable' } })
	expect((await ask(origin, '/api/nowhere')).status).toBe(404)
	for (const pid of frozen) signal(pid, 'SIGCONT')
	await untilHealthy(origin)
	expect((await ask(origin, '/api/leads/feedback', feedback())).status).toBe(201)

	for (const pid of findServersOf(dataDir)) signal(pid, 'SIGKILL')
	expect([503, 201]).toContain((await ask(origin, '/api/leads/feedback', feedback())).status)
	await untilHealthy(origin)
	expect((await ask(origin, '/api/leads/feedback', feedback())).status).toBe(201)

	await query(socket, "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'launchway%'")
	await untilHealthy(origin)
	expect((await ask(origin, '/api/leads/feedback', feedback())).status).toBe(201)

	const { code, stderr } = await server.end('SIGTERM')
	expect(code).toBe(0)
	expect(stderr).toContain('"database not reachable"')
	expect(stderr).not.toContain('"stack"')
}, 240_000)

test('a second server on the same folder is refused, even after the postmaster was killed or frozen', async () => {
	const dir = await makeCluster()
	const { origin } = await startServer(dir)
	const dataDir = path.join(dir, 'pg18')
	await expectGuarded(dir, origin)

	const postmaster = () => Number(fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
	signal(postmaster(), 'SIGKILL')
	await expect.poll(() => ask(origin, '/readyz').then(({ status }) => status), { timeout: 60_000 }).toBe(503)
	await untilHealthy(origin)
	await expectGuarded(dir, origin)

	const frozen = findServersOf(dataDir)
	for (const pid of frozen) signal(pid, 'SIGSTOP')
	onTestFinished(() => frozen.forEach((pid) => signal(pid, 'SIGCONT')))
	await sleep(5000)
	for (const pid of frozen) signal(pid, 'SIGCONT')
	await untilHealthy(origin)
	await expectGuarded(dir, origin)
}, 240_000)

/** A table that doesn't exist: only a working database can say so. */
const READ_AS_EVER = { status: 404, retryAfter: null, body: expect.objectContaining({ code: 'PGRST205' }) }

test('a read-only database, as during failover, is 503 for writes while reads work, and recovers', async () => {
	const dir = await makeCluster()
	const { server, origin } = await startServer(dir, TEXTS)
	const socket = { host: path.join(dir, 'sock18'), port: 5432, user: 'postgres', database: 'postgres' }
	const surfaces = [...SURFACES, ...(await subscribe(origin, socket)), textedStop(origin)]
	const setReadOnly = async (change: string) => {
		await query(socket, `alter system ${change}`)
		await query(socket, 'select pg_reload_conf()')
	}
	await setReadOnly('set default_transaction_read_only = on')
	await expect.poll(() => ask(origin, '/readyz').then(({ status }) => status), { timeout: 20_000 }).toBe(503)
	for (const [where, init, body, status = 503] of surfaces) {
		const answer = await ask(origin, where, init())
		expect([where, answer]).toEqual([where, where.startsWith('/rest/') ? READ_AS_EVER : { status, retryAfter: '2', body }])
	}
	await setReadOnly('reset default_transaction_read_only')
	await untilHealthy(origin)
	expect((await ask(origin, '/api/leads/feedback', feedback())).status).toBe(201)
	const { stderr } = await server.end('SIGTERM')
	expect(stderr).not.toContain('"stack"')
}, 240_000)

test('a leader whose commits hang is 503, also for reads, until it commits again, and a repeated write exists once', async () => {
	const dir = await makeCluster()
	// Use the embedded database like an external one, because only those have standbys.
	const socket = await start(dir)
	const { user, port, database, host } = socket
	const { server, origin } = await startServer(dir, { DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${host}` })
	const id = randomUUID()
	const save = () => ask(origin, '/api/leads/feedback', feedback(id))
	const setStandby = async (change: string) => {
		await query(socket, `alter system ${change}`)
		await query(socket, 'select pg_reload_conf()')
	}
	// No standby ever confirms a commit, as on a leader that the others no longer follow.
	await setStandby("set synchronous_standby_names = 'gone'")
	expect(await save()).toMatchObject({ status: 503, retryAfter: '2' })
	for (const [where, init, body, status = 503] of SURFACES)
		expect([where, await ask(origin, where, init())]).toEqual([where, { status, retryAfter: '2', body }])
	expect((await ask(origin, '/')).status).toBe(200)
	await setStandby('reset synchronous_standby_names')
	await untilHealthy(origin)
	expect((await save()).status).toBe(201)
	expect(await query(socket, `select count(*)::int as stored from module_feedback where id = '${id}'`)).toEqual([{ stored: 1 }])
	const { stderr } = await server.end('SIGTERM')
	expect(stderr.match(/"commits hang: the database waits for its disk or a standby, or was replaced"/g)).toHaveLength(1)
	expect(stderr).not.toContain('"stack"')
}, 240_000)

test('a disk too full for a row is 503, with one log line for many requests', async () => {
	const { deps, logLines } = await makeTestDeps()
	await sql`create function is_full() returns trigger language plpgsql as $$
		begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(deps.db)
	await sql`create trigger full_disk before insert on module_feedback execute function is_full()`.execute(deps.db)
	const app = createApp(deps)
	for (let round = 0; round < 5; round += 1) {
		const answer = await app.request('/api/leads/feedback', feedback())
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
	}
	expect(logLines.filter((line) => line.includes('No space left'))).toHaveLength(1)
})

/** Mounts a separate file system for the test; null if this account may not. */
function mountSmallDisk(): string | null {
	const dir = fs.mkdtempSync(path.join(inject('scratchDir'), 'disk-'))
	if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', dir]).status !== 0) return null
	onTestFinished(() => void execFileSync('umount', ['-l', dir]))
	return dir
}

test('a full disk is reported by the health check and by the next start', async (context) => {
	const disk = mountSmallDisk()
	if (disk === null) return context.skip('only root may mount a small disk')
	const { server, origin } = await startServer(disk)
	await untilHealthy(origin)

	const ballast = path.join(disk, 'ballast')
	spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M'])
	expect((await ask(origin, '/readyz')).status).toBe(503)
	fs.rmSync(ballast)
	await untilHealthy(origin)
	await server.end('SIGTERM')

	fs.rmSync(path.join(disk, 'pg18'), { recursive: true })
	spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M'])
	const { code, stderr } = await spawnServer({ PORT: String(await findFreePort()), DATA_DIR: disk }).ended
	expect(code).toBe(1)
	expect(stderr).toMatch(/^DATA_DIR: .*(a new database needs 128 MB|is full)/)
}, 120_000)
