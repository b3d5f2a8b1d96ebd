import net from 'node:net'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'

import { createLogger } from '#server/kernel/logger.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'

import { watchDatabase } from './watch-database.ts'

/** A way to the database that is silent to begin with. @returns its port */
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

test('a database that answers late at the start is waited for', async () => {
	const database = await cloneDatabase()
	const connection = { ...database.connection, host: '127.0.0.1', port: await openSlowWay(database.connection, 1500) }
	const log = createLogger('error', () => {})
	const watch = await watchDatabase(connection, log, { dataDir: tmpdir(), onChange: () => {} })
	await expect(watch.check()).resolves.toBeUndefined()
	await watch.stop()
	await database.drop()
})
