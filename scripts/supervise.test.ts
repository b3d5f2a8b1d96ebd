import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'

import { findServersOf, isAlive } from '#server/db/embedded/processes.ts'
import { makeCluster, query, start } from '#tests/setup/embedded-dir.ts'
import { isLong } from '#tests/setup/long-tests.ts'
import { findFreePort } from '#tests/setup/server-process.ts'

import { root } from './run-command.ts'

/** Runs a module that starts a long-running process, as `npm start` does. */
function runModule(text: string, env: Record<string, string> = {}) {
	const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
		cwd: root,
		env: { PATH: process.env['PATH'], ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	onTestFinished(() => void child.kill('SIGKILL'))
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
	const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
	return { child, ended, said: () => output }
}

/** Does what `scripts/start.mjs` does after installation and build. */
const SERVE = `
	const { asCommand, findNode, runProgram } = await import('${root}/scripts/ensure.mjs')
	const { keepRunning } = await import('${root}/scripts/supervise.mjs')
	await asCommand(() => keepRunning((onMessage) => runProgram(findNode(), ['server/main.ts'], { onMessage })))`

const listChildren = (pid: number) => fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const keep = (program: string) => `
	const { runProgram } = await import('${root}/scripts/ensure.mjs')
	const { keepRunning } = await import('${root}/scripts/supervise.mjs')
	process.exitCode = await keepRunning((onMessage) => runProgram(process.execPath, ['-e', ${JSON.stringify(program)}], { onMessage }))`

test.runIf(isLong && process.platform === 'linux')(
	'a killed server restarts on the same port with all acknowledged writes; a signal stops everything',
	async () => {
		const dir = await makeCluster()
		const port = await findFreePort()
		const { child, ended, said } = runModule(SERVE, { PORT: String(port), DATA_DIR: dir, LOG_LEVEL: 'error' })
		const feedback = (feedbackId: string) =>
			fetch(`http://127.0.0.1:${port}/api/leads/feedback`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ feedbackId, helpful: true }),
			}).then(
				({ status }) => status,
				() => null,
			)
		const ids = [randomUUID(), randomUUID()] as const
		await expect.poll(() => feedback(ids[0]), { timeout: 60_000, interval: 200 }).toBe(201)

		const [first = 0] = listChildren(child.pid ?? 0)
		process.kill(first, 'SIGKILL')
		await expect.poll(() => isAlive(first)).toBe(false)
		await expect.poll(() => feedback(ids[1]), { timeout: 60_000, interval: 200 }).toBe(201)
		expect(said()).toContain('The server ended unexpectedly (exit code 137). Restarting now.')

		const [second = 0] = listChildren(child.pid ?? 0)
		child.kill('SIGTERM')
		expect(await ended).toBe(0)
		expect([isAlive(second), findServersOf(path.join(dir, 'pg18'))]).toEqual([false, []])
		const database = await start(dir)
		const kept = (await query(database, 'select id from module_feedback')) as { id: string }[]
		await database.stop()
		expect(kept.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
	},
	180_000,
)

test('a program that exits with 75 is restarted at once, any number of times', async () => {
	const marks = path.join(inject('scratchDir'), randomUUID())
	const program = `const fs = require('fs'); fs.appendFileSync('${marks}', 'x')
		process.send('ready', () => process.exit(fs.readFileSync('${marks}', 'utf8').length < 4 ? 75 : 0))`
	const { ended, said } = runModule(keep(program))
	expect([await ended, said(), fs.readFileSync(marks, 'utf8')]).toEqual([0, '', 'xxxx'])
})

test('memory of the start is given back once the program serves', async () => {
	const { ended, said } = runModule(`
		const { runProgram } = await import('${root}/scripts/ensure.mjs')
		const { keepRunning } = await import('${root}/scripts/supervise.mjs')
		const garbage = (() => new WeakRef({}))()
		const program = "process.send('ready', () => process.exit(0))"
		process.exitCode = await keepRunning((onMessage) => runProgram(process.execPath, ['-e', program], { onMessage }))
		console.log(garbage.deref())`)
	expect([await ended, said()]).toEqual([0, 'undefined\n'])
})

test('settings refused at the first start end the supervisor with their message', async () => {
	const { ended, said } = runModule(SERVE, { PORT: 'abc' })
	expect(await ended).toBe(1)
	expect(said()).toMatch(/^PORT: /)
	expect(said()).not.toContain('Restarting')
})

test('a program that once ran is restarted with growing delays, until a signal', async () => {
	const marks = path.join(inject('scratchDir'), randomUUID())
	const program = `require('fs').appendFileSync('${marks}', 'x'); process.send('ready', () => process.exit(1))`
	const { child, ended, said } = runModule(keep(program))
	await expect
		.poll(
			() =>
				said()
					.match(/(?<=Restarting ).*(?=\.)/g)
					?.slice(0, 3),
			{ timeout: 30_000 },
		)
		.toEqual(['now', 'in 0.5 s', 'in 1 s'])
	child.kill('SIGTERM')
	expect(await ended).toBe(0)
	expect(fs.readFileSync(marks, 'utf8')).toBe('xxx')
})

test('a program that dies of a stop signal isn’t restarted', async () => {
	const { child, ended, said } = runModule(
		keep(
			`process.send('ready'); process.on('SIGTERM', () => process.kill(process.pid, 'SIGKILL')); setInterval(() => {}, 1000); console.log('up')`,
		),
	)
	await expect.poll(said, { timeout: 30_000 }).toContain('up')
	await sleep(100)
	child.kill('SIGTERM')
	expect(await ended).toBe(137)
	expect(said()).not.toContain('again')
})
