import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { findServersOf, isAlive } from '#server/db/embedded/processes.ts'
import { makeCluster, signal } from '#tests/setup/embedded-dir.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

test('every invalid variable is reported on its own line, with exit code 1 and no stack', async () => {
	const { code, stdout, stderr } = await spawnServer({ PORT: 'abc', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x/y' }).ended
	expect([code, stdout]).toEqual([1, ''])
	expect(
		stderr
			.trim()
			.split('\n')
			.map((line) => line.split(':')[0]),
	).toEqual(['PORT', 'DATABASE_URL', 'LOG_LEVEL'])
})

test('a port in use is one error line, and the started database stops again', async () => {
	const dir = await makeCluster()
	const occupant = createServer()
	const port = await new Promise<number>((resolve) =>
		occupant.listen(0, '127.0.0.1', () => resolve((occupant.address() as { port: number }).port)),
	)
	onTestFinished(() => void occupant.close())

	const { code, stdout, stderr } = await spawnServer({ PORT: String(port), DATA_DIR: dir }).ended
	expect({ code, stdout, stderr }).toEqual({
		code: 1,
		stdout: '',
		stderr: `PORT: ${port} is in use by another program; stop it or set PORT to another number\n`,
	})
	expect(findServersOf(`${dir}/pg18`)).toEqual([])
})

test('an unreachable database is reported as DATABASE_URL', async () => {
	const port = await findFreePort()
	const { code, stderr } = await spawnServer({ DATABASE_URL: `postgres://u:secret@127.0.0.1:${port}/x` }).ended
	expect(code).toBe(1)
	expect(stderr).toMatch(/^DATABASE_URL: cannot connect: .*ECONNREFUSED/)
	expect(stderr).not.toContain('secret')
})

test('unusable data is reported in one message without a stack', async () => {
	const { code, stderr } = await spawnServer({ PORT: String(await findFreePort()), DATA_DIR: 'package.json/data' }).ended
	expect(code).toBe(1)
	expect(stderr).toMatch(/^DATA_DIR: /)
	expect(stderr).not.toContain('    at ')
})

test('startup prints the real address and the supabase-js settings, and the server stops with its parent', async () => {
	const dir = await makeCluster()
	const server = spawnServer({ PORT: '0', DATA_DIR: dir })
	await server.ready
	const said = server.said()
	const [, port = ''] = /is ready at http:\/\/localhost:(\d+) \(listening on http:\/\/127\.0\.0\.1:\1\)/.exec(said) ?? []
	const [, address = '', key = ''] = /createClient\('(\S+)', '(\S+)'\)/.exec(said) ?? []
	expect([address, key]).toEqual([`http://localhost:${port}`, PUBLISHABLE_KEY])
	const answer = await fetch(`http://127.0.0.1:${port}/auth/v1/settings`, { headers: { apikey: key } })
	expect([answer.status, Number(port) > 0]).toEqual([200, true])

	expect(await server.loseParent()).toBe(0)
	expect(findServersOf(`${dir}/pg18`)).toEqual([])
})

test('a doubled Ctrl-C waits for a running request, a later one doesn’t, and the database stops either way', async () => {
	const dir = await makeCluster()
	const port = await findFreePort()
	const server = spawnServer({ PORT: String(port), DATA_DIR: dir })
	await server.ready
	const slowClient = connect(port, '127.0.0.1').on('error', () => {})
	onTestFinished(() => void slowClient.destroy())
	const head = ['POST /api/leads/feedback HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 100']
	slowClient.write([...head, 'Expect: 100-continue', '', '{'].join('\r\n'))
	const [heard] = (await once(slowClient, 'data')) as [Buffer]
	expect(String(heard)).toMatch(/^HTTP\/1\.1 100 /) // the request is now running

	process.kill(server.pid, 'SIGINT')
	process.kill(server.pid, 'SIGINT')
	await sleep(700)
	expect(isAlive(server.pid)).toBe(true)
	// On a busy server, two signals may be merged into one.
	const insist = setInterval(() => signal(server.pid, 'SIGINT'), 700)
	expect(await server.end('SIGINT')).toMatchObject({ code: 130 })
	clearInterval(insist)
	await expect.poll(() => findServersOf(`${dir}/pg18`)).toEqual([])
})
