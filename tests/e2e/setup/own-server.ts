import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Separate server with its own data, which a test may kill and restart on the same port. */
export type OwnServer = {
	origin: string
	dataDir: string
	start: () => Promise<void>
	kill: () => Promise<void>
	remove: () => Promise<void>
}

/**
 * Data of a server that was started once and stopped: creating a database takes three times as long as a start. Cleared with
 * the folder.
 */
const PREPARED = path.resolve('test-results/own-server')
const READY = path.join(PREPARED, 'ready')

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

async function waitUntilReady(child: ChildProcess, origin: string): Promise<void> {
	for (;;) {
		const answer = await fetch(`${origin}/readyz`).catch(() => null)
		if (answer?.ok) return
		if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
		await pause()
	}
}

const spawnServer = (port: number, dataDir: string, settings: Record<string, string>) =>
	spawn(process.execPath, ['server/main.ts'], {
		env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', GOTRUE_SMTP_MAX_FREQUENCY: '1', ...settings },
		stdio: 'ignore',
	})

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (child.exitCode !== null) return
	const closed = new Promise((resolve) => child.once('close', resolve))
	child.kill(signal)
	await closed
}

/** Runs once for all workers: the first one creates and fills the folder, and the others wait. */
async function prepareData(port: number): Promise<string> {
	const data = path.join(PREPARED, 'data')
	while (!existsSync(READY)) {
		if (mkdirSync(PREPARED, { recursive: true }) === undefined) {
			await pause()
			continue
		}
		const child = spawnServer(port, data, {})
		try {
			await waitUntilReady(child, `http://localhost:${port}`)
			await end(child, 'SIGTERM')
			writeFileSync(READY, '')
		} catch (error) {
			child.kill('SIGKILL')
			rmSync(PREPARED, { recursive: true, force: true })
			throw error
		}
	}
	return data
}

/** @param settings variables from docs/configuration.md in addition to the defaults */
export function createOwnServer(port: number, settings: Record<string, string> = {}): OwnServer {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'launchway-e2e-'))
	const origin = `http://localhost:${port}`
	let child: ChildProcess | null = null
	const kill = async () => {
		const running = child
		child = null
		// No clean shutdown: its database stops by itself and recovers at the next start.
		if (running) await end(running, 'SIGKILL')
	}
	return {
		origin,
		dataDir,
		async start() {
			// With other content, the prepared data would count as changed.
			if (readdirSync(dataDir).length === 0 && !('CONTENT_DIR' in settings))
				execFileSync('cp', ['-a', `${await prepareData(port)}/.`, dataDir])
			child = spawnServer(port, dataDir, settings)
			await waitUntilReady(child, origin)
		},
		kill,
		async remove() {
			await kill()
			rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
		},
	}
}
