import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..', '..')

/** Returns a port that was free a moment ago. */
export function findFreePort(): Promise<number> {
	return new Promise((resolve) => {
		const probe = createServer().listen(0, '127.0.0.1', () => {
			const { port } = probe.address() as AddressInfo
			probe.close(() => resolve(port))
		})
	})
}

/** Environment that a process needs to start, with the compile cache that `npm start` keeps. */
export const BARE_ENVIRONMENT = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'node') }

export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

/**
 * Starts the real server as a separate process with only this environment. `uid` starts it as another account, `cwd` from another copy
 * of the program.
 */
export function spawnServer(env: Record<string, string>, account: { uid?: number; cwd?: string } = {}) {
	const child: ChildProcess = spawn(process.execPath, ['server/main.ts'], {
		cwd: ROOT,
		env: { ...BARE_ENVIRONMENT, LOG_LEVEL: 'error', ...env },
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		...account,
	})
	onTestFinished(() => void child.kill('SIGKILL'))
	const output = { stdout: '', stderr: '' }
	const ended = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal, ...output })))
	const ready = new Promise<void>((resolve, reject) => {
		child.stdout?.on('data', (chunk) => {
			output.stdout += String(chunk)
			if (output.stdout.includes('Ctrl-C stops it')) resolve()
		})
		child.stderr?.on('data', (chunk) => (output.stderr += String(chunk)))
		void ended.then(({ code, stderr }) => reject(new Error(`the server ended with ${code}: ${stderr}`)))
	})
	ready.catch(() => {}) // a test that expects the exit checks `ended`
	const end = (name: NodeJS.Signals) => {
		child.kill(name)
		return ended
	}
	/** Simulates the death of the parent process. */
	const loseParent = () => {
		const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve)) // with a closed channel, `close` never fires
		child.disconnect()
		return exitCode
	}
	return { pid: child.pid ?? 0, ready, ended, said: () => output.stdout, end, loseParent }
}
