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
function runBuild(projectDir: string, args: readonly string[], signal?: AbortSignal): Promise<string[]> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, ['scripts/build.mjs', ...args], {
			cwd: projectDir,
			// By the channel it notices that this process has ended, and ends too: two builds would write into one folder.
			stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
			timeout: LIMIT_MS,
		})
		if (child.pid !== undefined) os.setPriority(child.pid, LATER)
		const stop = () => child.kill()
		if (signal?.aborted) stop()
		signal?.addEventListener('abort', stop, { once: true })
		let said = ''
		child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
		child.once('error', (error) => resolve([error.message]))
		child.once('close', (code) => {
			signal?.removeEventListener('abort', stop)
			const lines = said.replaceAll(COLOURS, '').split('\n').filter(Boolean)
			resolve(code === 0 ? [] : lines.length === 0 ? [`The build ended with ${code ?? 'a signal'}.`] : lines.slice(0, MOST_LINES))
		})
	})
}

/**
 * The programs that check and build the site, run beside the server.
 * @param folders of the pages that are served, of those to come, and of a preview
 */
export function createPrograms(projectDir: string, { current, next, preview }: { current: string; next: string; preview: string }) {
	const run = (edits: string, args: readonly string[], signal?: AbortSignal) => runBuild(projectDir, ['--edits', edits, ...args], signal)
	return {
		check: (edits: string, signal?: AbortSignal) => run(edits, ['--check', '--ready', preview], signal),
		build: (edits: string) => run(edits, ['--into', next, '--ready', preview, '--older', current]),
		preview: {
			folder: preview,
			build: (edits: string, signal: AbortSignal) => run(edits, ['--into', preview, '--older', current], signal),
		},
	}
}
