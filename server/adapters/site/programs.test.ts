import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Every process in whose environment or arguments these words stand. */
const findProcesses = (words: string) =>
	readdirSync('/proc').filter((id) => {
		try {
			return /^\d+$/.test(id) && ['cmdline', 'environ'].some((file) => readFileSync(`/proc/${id}/${file}`, 'utf8').includes(words))
		} catch {
			return false // it has ended, or is another account's
		}
	})

test.runIf(process.platform === 'linux')('what the server has begun ends with it, even when it is killed', async () => {
	const edits = `/tmp/${randomUUID()}`
	const program = `
		import { createPrograms } from '#server/adapters/site/programs.ts'
		await createPrograms(process.cwd(), { current: '', next: '', preview: '' }).check(process.argv[1])`
	const server = spawn(process.execPath, ['--input-type=module', '--eval', program, edits], { stdio: 'ignore' })
	// The server, what it has begun, and the program that this runs.
	await expect.poll(() => findProcesses(edits).length, { timeout: 30_000, interval: 20 }).toBe(3)
	server.kill('SIGKILL')
	await expect.poll(() => findProcesses(edits), { timeout: 3000, interval: 20 }).toEqual([])
})
