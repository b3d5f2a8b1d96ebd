import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const { HOME } = vi.hoisted(() => ({ HOME: { dir: '' } }))
vi.mock('#scripts/program.mjs', () => ({
	get RELEASES() {
		return path.join(HOME.dir, 'releases')
	},
}))

async function openLock() {
	HOME.dir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchway-lock-'))
	onTestFinished(() => fs.rmSync(HOME.dir, { recursive: true }))
	vi.resetModules()
	const { withReleaseLock } = await import('./lock.ts')
	return () => withReleaseLock('npm run upgrade', () => Promise.resolve('done'))
}

/** Leaves the lock note of a killed process, whose ID another program may have by now. */
function leaveNotes(pid: number) {
	const holder = { by: 'ada', since: '2026-11-26T12:00:00.000Z', command: 'npm run upgrade', pid }
	fs.mkdirSync(path.join(HOME.dir, 'releases'), { recursive: true })
	for (const name of ['lock.json', 'lock'])
		fs.writeFileSync(path.join(HOME.dir, 'releases', name), name === 'lock' ? '' : JSON.stringify(holder))
}

test.each([process.pid, process.ppid])('the lock of a killed process is taken over, even if its PID was reused', async (pid) => {
	const take = await openLock()
	leaveNotes(pid)
	expect(await take()).toBe('done')
	expect(await take()).toBe('done')
})

test('if two processes find a stale lock, one of them gets it', async () => {
	const take = await openLock()
	leaveNotes(process.ppid)
	const taken = await Promise.allSettled([take(), take()])
	expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a running upgrade keeps the lock, under its name, until it is killed', async () => {
	const take = await openLock()
	const work = `const { withReleaseLock } = await import('#scripts/releases/lock.ts')
		await withReleaseLock('npm run rollback', () => { console.log('held'); return new Promise(() => setInterval(() => {}, 1000)) })`
	const env = { ...process.env, LAUNCHWAY_HOME: HOME.dir, SUDO_USER: 'ada', SSH_CONNECTION: '' }
	const child = spawn(process.execPath, ['--input-type=module', '--eval', work], { env, stdio: ['ignore', 'pipe', 'inherit'] })
	onTestFinished(() => void child.kill('SIGKILL'))
	await once(child.stdout, 'data')
	await expect(take()).rejects.toThrow(
		new RegExp(`^ada has been running npm run rollback since .* \\(process ${child.pid}\\)\\. Try again`),
	)
	child.kill('SIGKILL')
	await once(child, 'exit')
	expect(await take()).toBe('done')
})
