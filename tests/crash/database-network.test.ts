import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext, TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'

import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { makeCertificate } from '#server/plugins/company-sign-in/build-saml-metadata.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

import { ask, json, untilHealthy } from './ask-server.ts'
import { keepWriting } from './keep-writing.ts'

const WRITES_PER_SECOND = 20
const CUT_MS = 15_000
const PROBES = [{ name: 'page', call: () => ({ method: 'GET', path: '/' }), usual: [200] }]

/** Opens a proxy between server and database that can delay bytes or drop them. */
async function openNetwork(to: { path: string }) {
	const network = { delayMs: 0, isCut: false }
	const sockets = new Set<Socket>()
	function forward(from: Socket, into: Socket): void {
		sockets.add(from)
		from.on('data', (bytes) => {
			// Like a cut cable: bytes are lost, and neither side is notified.
			if (!network.isCut) setTimeout(() => into.write(bytes), network.delayMs)
		})
		from.on('error', () => {})
		from.on('close', () => {
			sockets.delete(from)
			if (!network.isCut) into.destroy()
		})
	}
	const server = createServer((socket) => {
		const database = connect(to)
		forward(socket, database)
		forward(database, socket)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy()
		server.close()
	})
	return { network, port: (server.address() as AddressInfo).port }
}

async function startBehind(delayMs: number) {
	const { connection, drop } = await cloneDatabase()
	onTestFinished(drop)
	const { host, port, user, database } = connection
	const opened = await openNetwork({ path: path.join(host, `.s.PGSQL.${port}`) })
	opened.network.delayMs = delayMs
	const own = await findFreePort()
	const server = spawnServer({
		DATABASE_URL: `postgresql://${user}@127.0.0.1:${opened.port}/${database}`,
		PORT: String(own),
		DATA_DIR: mkdtempSync(path.join(tmpdir(), 'slow-network-')),
	})
	await server.ready
	const origin = `http://127.0.0.1:${own}`
	await untilHealthy(origin)
	const pools = openPools(
		connection,
		createLogger('error', () => {}),
		1,
	)
	onTestFinished(pools.close)
	const countStored = async (ids: readonly string[]) => {
		const { rows } = await pools.app.query<{ stored: number }>('select count(*)::int as stored from module_feedback where id = any($1)', [
			ids,
		])
		return rows[0]?.stored
	}
	const countSent = async (email: string) => {
		const { rows } = await pools.app.query<{ sent: number }>(
			"select count(*)::int as sent from outbox_messages where to_address = $1 and status = 'sent'",
			[email],
		)
		return rows[0]?.sent
	}
	return { ...opened, origin, countStored, countSent, server }
}

test('100 ms between server and database: everything works, only more slowly', async () => {
	const { origin, countStored, server } = await startBehind(50)
	const visits = keepWriting(origin, WRITES_PER_SECOND, PROBES)
	await sleep(10_000)
	await visits.stop()
	const { acknowledged, unavailable, unanswered, wrong } = visits.look()
	expect([unavailable, [...unanswered], [...wrong]]).toEqual([0, [], []])
	expect(await countStored(visits.acknowledged)).toBe(acknowledged)
	expect((await server.end('SIGTERM')).code).toBe(0)
}, 300_000)

test('a network that is cut for 15 s: pages stay, writes get 503, mail leaves again afterwards, and no acknowledged write is lost', async () => {
	const { network, origin, countStored, countSent, server } = await startBehind(0)
	const visits = keepWriting(origin, WRITES_PER_SECOND, PROBES)
	await sleep(3000)
	network.isCut = true
	await sleep(CUT_MS)
	network.isCut = false
	await untilHealthy(origin)
	expect((await ask(origin, '/api/leads/newsletter', json({ email: 'new@example.test', source: 'blog' }))).status).toBeLessThan(300)
	await expect.poll(() => countSent('new@example.test'), { interval: 200, timeout: 60_000 }).toBe(1)
	await visits.stop()
	const { acknowledged, unavailable, unanswered, wrong } = visits.look()
	expect([[...unanswered], [...wrong]]).toEqual([[], []])
	expect(unavailable).toBeGreaterThan(0)
	expect(acknowledged).toBeGreaterThan(0)
	expect(await countStored(visits.acknowledged)).toBe(acknowledged)
	expect((await server.end('SIGTERM')).code).toBe(0)
}, 300_000)

/** A server that offers TLS as PostgreSQL does, with a certificate that no one has signed. */
async function openImpostor() {
	const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
	const cert = `-----BEGIN CERTIFICATE-----\n${makeCertificate(key, '127.0.0.1')}\n-----END CERTIFICATE-----\n`
	let received = ''
	const server = createServer((socket) => {
		socket.on('error', () => {})
		socket.once('data', () => {
			socket.write('S')
			new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) })
				.on('error', () => {})
				.on('data', (bytes) => (received += String(bytes)))
		})
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => void server.close())
	return { port: (server.address() as AddressInfo).port, received: () => received }
}

test('a database whose certificate is not trusted gets no password, and the start says why', async () => {
	const { port, received } = await openImpostor()
	const { code, stderr } = await spawnServer({
		DATABASE_URL: `postgresql://academy:secret@127.0.0.1:${port}/academy?sslmode=verify-full`,
		PORT: String(await findFreePort()),
		DATA_DIR: mkdtempSync(path.join(tmpdir(), 'impostor-')),
	}).ended
	expect([code, stderr, received()]).toEqual([1, expect.stringContaining('DATABASE_URL: cannot connect: self-signed certificate'), ''])
}, 120_000)
