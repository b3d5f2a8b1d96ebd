import net from 'node:net'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { createLogger } from '#server/kernel/logger.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'

import { watchDatabase } from './watch-database.ts'

/** Opens a proxy to the database that forwards nothing until `silenceMs` have passed. @returns its port */
async function openSlowWay({ host, port }: { host?: string; port?: number }, silenceMs: number): Promise<number> {
	const answersAt = performance.now() + silenceMs
	const way = net.createServer((socket) => {
		socket.on('error', () => {})
		setTimeout(
			() => {
				const to = host?.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port ?? 5432, host)
				to.on('error', () => socket.destroy())
				socket.pipe(to).pipe(socket)
			},
			Math.max(0, answersAt - performance.now()),
		)
	})
	await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => void way.close())
	return (way.address() as net.AddressInfo).port
}

test('a database that is slow at startup is waited for', async () => {
	const database = await cloneDatabase()
	const connection = { ...database.connection, host: '127.0.0.1', port: await openSlowWay(database.connection, 1500) }
	const log = createLogger('error', () => {})
	const watch = await watchDatabase(connection, log, { dataDir: tmpdir(), onChange: () => {}, onClaimLost: () => {} })
	await expect(watch.check()).resolves.toBeUndefined()
	await watch.stop()
	await database.drop()
})

test('a lost connection claims the folder again, and stops the server if another one has claimed it', async () => {
	const database = await cloneDatabase()
	onTestFinished(database.drop)
	const connect = async () => {
		const client = new pg.Client(database.connection)
		await client.connect()
		onTestFinished(() => client.end())
		return client
	}
	const [operator, rival] = [await connect(), await connect()]
	const lost: string[] = []
	const log = createLogger('error', () => {})
	const watch = await watchDatabase(database.connection, log, {
		dataDir: '/data/pg18',
		onChange: () => {},
		onClaimLost: ({ message }) => lost.push(message),
	})
	onTestFinished(watch.stop)
	const isFree = async () => {
		const { rows } = await rival.query<{ free: boolean }>("select pg_try_advisory_lock(hashtext('launchway.server')) as free")
		return rows[0]?.free
	}
	// Select only the connection that holds the lock: a new connection is visible before it has claimed the folder.
	const holder =
		"select pid from pg_stat_activity join pg_locks using (pid) where application_name = 'launchway-watch' and datname = current_database() and locktype = 'advisory' and granted"
	const breakConnection = async () => {
		const { rows } = await operator.query<{ pid: number }>(holder)
		await operator.query(`select pg_terminate_backend(pid) from (${holder}) as held`)
		return rows[0]?.pid
	}
	const before = await breakConnection()
	await expect.poll(async () => (await operator.query<{ pid: number }>(holder)).rows[0]?.pid ?? before).not.toBe(before)
	expect([await isFree(), lost]).toEqual([false, []])

	// This session already waits for the lock when the connection breaks, so it gets the lock first.
	const taken = rival.query("select pg_advisory_lock(hashtext('launchway.server'))")
	const waiting =
		"select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())"
	await expect.poll(async () => (await operator.query(waiting)).rowCount).toBe(1)
	await breakConnection()
	await taken
	await expect.poll(() => lost.length).toBeGreaterThan(0)
	expect(lost[0]).toBe('DATA_DIR: another server is using /data/pg18; stop it, or set DATA_DIR to another folder')
})

test('an unreachable pooler makes the server not ready until it is back', async () => {
	const database = await cloneDatabase()
	onTestFinished(database.drop)
	const port = await openSlowWay(database.connection, 0)
	const open = (way: number) =>
		watchDatabase(
			database.connection,
			createLogger('error', () => {}),
			{ pooled: { ...database.connection, host: '127.0.0.1', port: way }, dataDir: null, onChange: () => {}, onClaimLost: () => {} },
		)
	const [there, gone] = [await open(port), await open(1)]
	onTestFinished(there.stop)
	onTestFinished(gone.stop)
	await expect(there.check()).resolves.toBeUndefined()
	await expect(gone.check()).rejects.toThrow('ECONNREFUSED')
})
