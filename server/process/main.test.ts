import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { findServersOf } from '#server/db/embedded/processes.ts'
import { makeCluster } from '#tests/setup/embedded-dir.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

test('every wrong variable is named on a line of its own, with exit code 1 and no stack', async () => {
	const { code, stdout, stderr } = await spawnServer({ PORT: 'abc', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x/y' }).ended
	expect([code, stdout]).toEqual([1, ''])
	expect(
		stderr
			.trim()
			.split('\n')
			.map((line) => line.split(':')[0]),
	).toEqual(['PORT', 'DATABASE_URL', 'LOG_LEVEL'])
})

test('a port in use is one clear line, and the database that was started stops again', async () => {
	const dir = await makeCluster()
	const occupant = createServer()
	const port = await new Promise<number>((resolve) =>
		occupant.listen(0, '127.0.0.1', () => resolve((occupant.address() as { port: number }).port)),
	)
	onTestFinished(() => void occupant.close())

	const { code, stderr } = await spawnServer({ PORT: String(port), DATA_DIR: dir }).ended
	expect({ code, stderr }).toEqual({
		code: 1,
		stderr: `PORT: ${port} is in use by another program; stop it or set PORT to another number\n`,
	})
	expect(findServersOf(`${dir}/pg18`)).toEqual([])
})

test('a database that cannot be reached is named by its variable', async () => {
	const port = await findFreePort()
	const { code, stderr } = await spawnServer({ DATABASE_URL: `postgres://u:secret@127.0.0.1:${port}/x` }).ended
	expect(code).toBe(1)
	expect(stderr).toMatch(/^DATABASE_URL: cannot connect: .*ECONNREFUSED/)
	expect(stderr).not.toContain('secret')
})

test('data that cannot be used is one message without a stack', async () => {
	const { code, stderr } = await spawnServer({ PORT: String(await findFreePort()), DATA_DIR: 'package.json/data' }).ended
	expect(code).toBe(1)
	expect(stderr).toMatch(/^DATA_DIR: /)
	expect(stderr).not.toContain('    at ')
})
