import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Port of this worker's own server. A worker runs one test at a time, so no two share one; the port after it is free, too. */
export const OWN_PORT = Number(process.env.E2E_PORT ?? 3199) + 10 * (1 + Number(process.env.TEST_PARALLEL_INDEX ?? 0))
export const OWN_ORIGIN = `http://localhost:${OWN_PORT}`

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

async function waitUntilReady(child: ChildProcess): Promise<void> {
	for (;;) {
		const answer = await fetch(`${OWN_ORIGIN}/readyz`).catch(() => null)
		if (answer?.ok) return
		if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
		await pause()
	}
}

const LOG = path.resolve(`test-results/own-server-${OWN_PORT}.log`)
const MAX_SHOWN = 30

/** Prints the newest warnings and errors of this worker's own servers. */
export function printOwnLog(): void {
	if (existsSync(LOG)) console.log(readFileSync(LOG, 'utf8').split('\n').slice(-MAX_SHOWN).join('\n'))
}

const spawnServer = (dataDir: string, settings: Record<string, string>) =>
	spawn(process.execPath, ['server/main.ts'], {
		env: {
			...process.env,
			NODE_ENV: 'test',
			PORT: String(OWN_PORT),
			DATA_DIR: dataDir,
			LOG_LEVEL: 'warn',
			GOTRUE_SMTP_MAX_FREQUENCY: '1',
			...settings,
		},
		stdio: ['ignore', openSync(LOG, 'a'), 'ignore'],
	})

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (child.exitCode !== null) return
	const closed = new Promise((resolve) => child.once('close', resolve))
	child.kill(signal)
	await closed
}

/** Runs once for all workers: the first one creates and fills the folder, and the others wait. */
async function prepareData(): Promise<string> {
	const data = path.join(PREPARED, 'data')
	while (!existsSync(READY)) {
		if (mkdirSync(PREPARED, { recursive: true }) === undefined) {
			await pause()
			continue
		}
		const child = spawnServer(data, {})
		try {
			await waitUntilReady(child)
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
export function createOwnServer(settings: Record<string, string> = {}): OwnServer {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'launchway-e2e-'))
	let child: ChildProcess | null = null
	const kill = async () => {
		const running = child
		child = null
		// No clean shutdown: its database stops by itself and recovers at the next start.
		if (running) await end(running, 'SIGKILL')
	}
	return {
		origin: OWN_ORIGIN,
		dataDir,
		async start() {
			// With other content, the prepared data would count as changed.
			if (readdirSync(dataDir).length === 0 && !('CONTENT_DIR' in settings)) execFileSync('cp', ['-a', `${await prepareData()}/.`, dataDir])
			child = spawnServer(dataDir, settings)
			await waitUntilReady(child)
		},
		kill,
		async remove() {
			await kill()
			rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
		},
	}
}
