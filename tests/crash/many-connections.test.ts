import { execSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { makeCluster } from '#tests/setup/embedded-dir.ts'

import { ask, expectGuarded, startServer } from './ask-server.ts'

const IDLE = 10_000
const SLOW = 1500
/** Files that a process has open besides its connections. */
const OTHER_FILES = 500

const countFiles = (pid: number) => fs.readdirSync(`/proc/${pid}/fd`).length

test(`${IDLE} idle and ${SLOW} slow connections don’t block visitors, and the server closes them`, async (context) => {
	const limit = Number(execSync('ulimit -n', { shell: '/bin/sh' }))
	if (process.platform !== 'linux' || limit < IDLE + SLOW + OTHER_FILES)
		return context.skip(`this needs ${IDLE + SLOW + OTHER_FILES} open files, and ulimit -n is ${limit}`)
	const dir = await makeCluster()
	const { server, origin, port } = await startServer(dir)
	const before = countFiles(server.pid)
	const holder = spawn(
		process.execPath,
		[path.join(import.meta.dirname, 'hold-connections.ts'), String(port), String(IDLE), String(SLOW)],
		{
			stdio: ['ignore', 'pipe', 'inherit'],
		},
	)
	onTestFinished(() => void holder.kill('SIGKILL'))
	let said = ''
	holder.stdout.on('data', (chunk) => (said += String(chunk)))

	const statuses: number[] = []
	let most = 0
	const visit = async () => {
		statuses.push((await ask(origin, '/readyz')).status, (await ask(origin, '/api/leads/feedback', { method: 'POST' })).status)
		most = Math.max(most, countFiles(server.pid))
		return said
	}
	await expect.poll(visit, { timeout: 120_000, interval: 100 }).toContain('open')
	await expect.poll(visit, { timeout: 180_000, interval: 250 }).toContain('closed')
	console.log(`open at most: ${most} files; visits: ${statuses.length}`)
	expect(new Set(statuses)).toEqual(new Set([200, 400]))
	expect(most).toBeGreaterThan(SLOW)
	await expect.poll(() => countFiles(server.pid), { timeout: 30_000 }).toBeLessThan(before + 50)
	await expectGuarded(dir, origin)
	expect((await server.end('SIGTERM')).code).toBe(0)
}, 400_000)
