import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'

import { makeCluster, makeDir, query, signal } from '#tests/setup/embedded-dir.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

import { ask, expectGuarded, feedback, json, signalDatabase, startServer, untilHealthy } from './ask-server.ts'

const FREEZE_MS = 20_000
const isRoot = process.getuid?.() === 0

test('a server frozen for 20 seconds, alone and with its database, answers waiting requests and loses nothing', async () => {
	const dir = await makeCluster()
	const { server, origin, dataDir, socket } = await startServer(dir)
	expect((await ask(origin, '/api/leads/feedback', feedback())).status).toBe(201)
	for (const withDatabase of [false, true]) {
		if (withDatabase) signalDatabase(dataDir, 'SIGSTOP')
		signal(server.pid, 'SIGSTOP')
		const waiting = ask(origin, '/api/leads/feedback', feedback())
		await sleep(FREEZE_MS)
		if (withDatabase) signalDatabase(dataDir, 'SIGCONT')
		signal(server.pid, 'SIGCONT')
		// The blocked write is either stored or refused with a 503.
		expect([201, 503]).toContain((await waiting).status)
		await untilHealthy(origin)
		await expectGuarded(dir, origin)
	}
	const [{ stored } = { stored: 0 }] = (await query(socket, 'select count(*)::int as stored from module_feedback')) as { stored: number }[]
	expect(stored).toBeGreaterThanOrEqual(3)
	expect((await server.end('SIGTERM')).code).toBe(0)
}, 240_000)

/** Mounts a separate file system for the test; null if this account may not. */
function mountSmallDisk(): string | null {
	const dir = fs.mkdtempSync(path.join(inject('scratchDir'), 'disk-'))
	if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', dir]).status !== 0) return null
	onTestFinished(() => void execFileSync('umount', ['-l', dir]))
	return dir
}

test('writes on a full disk are stored or refused with 503, and go through once there is space', async (context) => {
	const disk = mountSmallDisk()
	if (disk === null) return context.skip('only root may mount a small disk')
	const { server, origin, socket } = await startServer(disk, { BACKUPS_ENABLED: '0' })
	await untilHealthy(origin)
	const ballast = path.join(disk, 'ballast')
	spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'])
	await query(socket, 'create table filler (t text)').catch(() => {})
	const stored: string[] = []
	const seen = new Set<number>()
	for (let count = 0; count < 300; count += 1) {
		const id = crypto.randomUUID()
		const { status, retryAfter } = await ask(origin, '/api/leads/feedback', feedback(id))
		seen.add(status)
		if (status === 201) stored.push(id)
		else expect([status, retryAfter]).toEqual([503, expect.any(String)])
	}
	expect((await ask(origin, '/readyz')).status).toBe(503)
	fs.rmSync(ballast)
	await untilHealthy(origin)
	await expectGuarded(disk, origin)
	const kept = new Set(((await query(socket, 'select id from module_feedback')) as { id: string }[]).map(({ id }) => id))
	expect(stored.filter((id) => !kept.has(id))).toEqual([])
	expect([...seen].filter((status) => status !== 201 && status !== 503)).toEqual([])
	expect((await server.end('SIGTERM')).code).toBe(0)
}, 240_000)

test('a folder without write permission and a read-only disk are reported in one line, and nothing changes', async (context) => {
	if (!isRoot) return context.skip('only root can start the server as another account')
	const dir = makeDir()
	fs.mkdirSync(path.join(dir, 'closed'), { mode: 0o555 })
	const closed = path.join(dir, 'closed')
	const start = async (folder: string, account: { uid?: number } = {}) => {
		const env = { PORT: String(await findFreePort()), DATA_DIR: folder, NODE_COMPILE_CACHE: '' }
		return spawnServer(env, account).ended
	}
	const other = await start(closed, { uid: 65_534 })
	expect([other.code, other.stderr]).toEqual([
		1,
		expect.stringMatching(
			/^DATA_DIR: the account nobody \(uid 65534\) has no access to \S+; make it the folder’s owner, or set DATA_DIR to another folder\n$/,
		),
	])
	expect(fs.readdirSync(closed)).toEqual([])

	const disk = mountSmallDisk()
	if (disk === null) return context.skip('only root may mount a small disk')
	execFileSync('cp', ['-a', path.join(await makeCluster(), 'pg18'), disk])
	execFileSync('mount', ['-o', 'remount,ro', disk])
	const readOnly = await start(disk)
	expect([readOnly.code, readOnly.stderr]).toEqual([
		1,
		expect.stringMatching(/^DATA_DIR: \S+ is on a read-only file system; set DATA_DIR to a folder that can be written\n$/),
	])
}, 240_000)

const CLOCK = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.ts')).href
const DAY_MS = 86_400_000

test('a server whose clock is a day off keeps its data, and works and sends mail again with the right time', async () => {
	const dir = await makeCluster()
	const emails: string[] = []
	for (const shift of [0, DAY_MS, -DAY_MS, 0]) {
		const { server, origin, socket } = await startServer(dir, { NODE_OPTIONS: `--import ${CLOCK}`, CLOCK_SHIFT_MS: String(shift) })
		const email = `clock-${emails.length}@example.test`
		emails.push(email)
		// Repeated requests get the same response, and a new address gets its code.
		for (const each of emails) expect((await ask(origin, '/auth/v1/otp', json({ email: each }))).status).toBe(200)
		await expect
			.poll(
				() =>
					query(socket, `select count(*)::int as sent from outbox_messages where to_address = '${email}' and status in ('sent', 'stored')`),
				{ timeout: 60_000, interval: 200 },
			)
			.toEqual([{ sent: 1 }])
		await expectGuarded(dir, origin)
		expect((await server.end('SIGTERM')).code).toBe(0)
	}
}, 300_000)
