import { spawn } from 'node:child_process'
import os from 'node:os'

/** Long enough for a slow machine; a build that hangs must not keep the next one from beginning. */
const LIMIT_MS = 15 * 60_000
const MOST_LINES = 40
/** Behind everything that answers people. */
const LATER = 15

/** How a console colours what it prints. */
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')

/** Runs `scripts/build.mjs` with these arguments. @returns what it complained about; nothing when it went well */
function runBuild(projectDir: string, args: readonly string[]): Promise<string[]> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, ['scripts/build.mjs', ...args], {
			cwd: projectDir,
			// By the channel it notices that this process has ended, and ends too: two builds would write into one folder.
			stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
			timeout: LIMIT_MS,
		})
		if (child.pid !== undefined) os.setPriority(child.pid, LATER)
		let said = ''
		child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
		child.once('error', (error) => resolve([error.message]))
		child.once('close', (code) => {
			const lines = said.replaceAll(COLOURS, '').split('\n').filter(Boolean)
			resolve(code === 0 ? [] : lines.length === 0 ? [`The build ended with ${code ?? 'a signal'}.`] : lines.slice(0, MOST_LINES))
		})
	})
}

/** The programs that check and build the site, run beside the server. @param into folder of the new pages */
export const createPrograms = (projectDir: string, into: string) => ({
	check: (edits: string) => runBuild(projectDir, ['--edits', edits, '--check']),
	build: (edits: string) => runBuild(projectDir, ['--edits', edits, '--into', into]),
})
