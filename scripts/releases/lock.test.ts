import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const { RELEASES } = vi.hoisted(() => ({ RELEASES: { dir: '' } }))
vi.mock('#scripts/program.mjs', () => ({
	get RELEASES() {
		return RELEASES.dir
	},
}))

test('a lock of a killed process is taken, even if a restarted container gave its number to this one', async () => {
	RELEASES.dir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchway-lock-'))
	onTestFinished(() => fs.rmSync(RELEASES.dir, { recursive: true }))
	const { withLock } = await import('./lock.ts')
	const holder = { by: 'ada', since: '2026-11-26T12:00:00.000Z', command: 'npm run upgrade' }
	const leave = (pid: number) => fs.writeFileSync(path.join(RELEASES.dir, 'lock.json'), JSON.stringify({ ...holder, pid }))
	leave(process.pid)
	expect(await withLock('npm run upgrade', () => Promise.resolve('done'))).toBe('done')
	leave(process.ppid)
	await expect(withLock('npm run upgrade', () => Promise.resolve('done'))).rejects.toThrow(/^ada has been running npm run upgrade since/)
})
