import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A server for this test only, with its own data, that may be killed and restarted on the same port. */
export type OwnServer = {
	origin: string
	dataDir: string
	start: () => Promise<void>
	kill: () => Promise<void>
	remove: () => Promise<void>
}

async function waitUntilReady(child: ChildProcess, origin: string): Promise<void> {
	for (;;) {
		const answer = await fetch(`${origin}/api/health`).catch(() => null)
		if (answer?.ok) return
		if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
		await new Promise((resolve) => setTimeout(resolve, 50))
	}
}

/** @param settings variables of docs/configuration.md in addition to the usual ones */
export function createOwnServer(port: number, settings: Record<string, string> = {}): OwnServer {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'launchway-e2e-'))
	const origin = `http://localhost:${port}`
	let child: ChildProcess | null = null
	const kill = async () => {
		const running = child
		child = null
		if (!running || running.exitCode !== null) return
		const closed = new Promise((resolve) => running.once('close', resolve))
		running.kill('SIGKILL') // no clean stop: its database ends by itself and recovers at the next start
		await closed
	}
	return {
		origin,
		dataDir,
		async start() {
			child = spawn(process.execPath, ['server/main.ts'], {
				env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', GOTRUE_SMTP_MAX_FREQUENCY: '1', ...settings },
				stdio: 'ignore',
			})
			await waitUntilReady(child, origin)
		},
		kill,
		async remove() {
			await kill()
			rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
		},
	}
}
