import { expect, test } from 'vitest'

import { openPool } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { holdInOtherProcess, makeCluster } from '#tests/setup/embedded-dir.ts'

import type { EmbeddedServer } from './options.ts'
import { superviseEmbedded } from './supervise-embedded.ts'

const silent = createLogger('error', () => {})

function openPoolOn({ host, port, user, database }: EmbeddedServer) {
	const { pool, close } = openPool({ host, port, user, database, max: 2 }, silent)
	const readKept = async () => (await pool.query('select id from kept')).rows as unknown[]
	return { readKept, close }
}

test('a crashed server is restarted, and the same pool continues', async () => {
	const server = await superviseEmbedded({ dir: await makeCluster() })
	const { readKept, close } = openPoolOn(server)
	expect(await readKept()).toEqual([{ id: 1 }])
	const before = server.pid
	process.kill(before, 'SIGKILL')

	await expect.poll(() => readKept().catch(String)).toEqual([{ id: 1 }])
	await expect.poll(() => server.pid).not.toBe(before)
	await close()
	await server.stop()
})

test('a server started and stopped by another process is restarted by the one that needs it', async () => {
	const dir = await makeCluster()
	const other = await holdInOtherProcess(dir, 'lifeline')
	const server = await superviseEmbedded({ dir })
	expect(server.pid).toBe(other.pid)
	const { readKept, close } = openPoolOn(server)
	await other.end('SIGTERM')

	await expect.poll(() => readKept().catch(String)).toEqual([{ id: 1 }])
	expect(server.pid).not.toBe(other.pid)
	await close()
	await server.stop()
})
