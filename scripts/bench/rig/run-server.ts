import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import { toolEnvironment, root } from '#scripts/run-command.ts'

import { BENCH_SITE, type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import type { BenchOptions, Measurement } from './measurement.ts'
import { processorSecondsInAll } from './process-tree.ts'

const POLL_MS = 20
const STOP_LIMIT_MS = 20_000

export type RunningProgram = {
	pid: number
	origin: string
	secondsToFirstPage: number
	/** CPU time of the program and its children until the first page: steadier than elapsed time on a busy machine. */
	processorSeconds: number
	stop: () => Promise<void>
}

type Start = {
	command: readonly string[]
	port: number
	env: Record<string, string>
	cwd?: string
	limitSeconds: number
	/** Path polled until it responds; `/` by default. */
	firstPath?: string
}

async function answers(url: string): Promise<boolean> {
	try {
		const response = await fetch(url)
		await response.arrayBuffer()
		return response.status === 200
	} catch {
		return false
	}
}

/** Signals the program's process group, as a terminal does: npm and its shell don't forward every signal. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	try {
		if (child.pid) process.kill(-child.pid, signal)
	} catch {
		child.kill(signal) // the group has ended, or this system has none
	}
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return
	const closed = new Promise((resolve) => child.once('close', resolve))
	signalGroup(child, 'SIGTERM')
	const patience = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_LIMIT_MS)
	await closed
	clearTimeout(patience)
}

/** @throws Error with the end of the program's output if it ends, or doesn't serve the page in time */
export async function runServer({
	command: [file = '', ...args],
	port,
	env,
	cwd = root,
	limitSeconds,
	firstPath = '/',
}: Start): Promise<RunningProgram> {
	const started = performance.now()
	const child = spawn(file, args, {
		cwd,
		env: { ...toolEnvironment(), ...env, PORT: String(port) },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	})
	// The terminal's Ctrl-C doesn't reach the program's own process group, so end the group when this process ends.
	const endWithUs = () => signalGroup(child, 'SIGTERM')
	process.once('exit', endWithUs)
	child.once('close', () => process.off('exit', endWithUs))
	let output = ''
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)))
	const origin = `http://127.0.0.1:${port}`
	while (!(await answers(origin + firstPath))) {
		if (child.exitCode !== null || performance.now() - started > limitSeconds * 1000) {
			await stop(child)
			throw new Error(`no page from ${[file, ...args].join(' ')} within ${limitSeconds} s:\n${output}`)
		}
		await sleep(POLL_MS)
	}
	const secondsToFirstPage = (performance.now() - started) / 1000
	const pid = child.pid ?? 0
	return { pid, origin, secondsToFirstPage, processorSeconds: processorSecondsInAll(pid), stop: () => stop(child) }
}

const START_LIMIT_SECONDS = 60

export type Bench = { database: BenchDatabase; server: RunningProgram; options: BenchOptions }

type Steps<Prepared> = {
	/** Additional environment variables (docs/configuration.md). */
	settings?: Record<string, string>
	/** Path polled until it responds; `/` by default. */
	firstPath?: string
	kept?: string | undefined
	/** Fills the database before the server opens it. */
	prepare: (database: BenchDatabase) => Promise<Prepared>
	measure: (bench: Bench, prepared: Prepared) => Promise<Measurement[]>
}

/**
 * Measures a server with a separate database, and always stops both.
 * @throws Error if either doesn't start
 */
export async function withServer<Prepared>(
	options: BenchOptions,
	{ settings = {}, firstPath = '/', kept, prepare, measure }: Steps<Prepared>,
): Promise<Measurement[]> {
	const database = await openBenchDatabase(options.workDir, kept)
	try {
		const prepared = await prepare(database)
		const env = { DATABASE_URL: database.url, LOG_LEVEL: 'error', GOTRUE_SITE_URL: BENCH_SITE, ...settings }
		const command = [process.execPath, 'server/main.ts']
		const server = await runServer({ command, port: options.port, env, firstPath, limitSeconds: START_LIMIT_SECONDS })
		try {
			return await measure({ database, server, options }, prepared)
		} finally {
			await server.stop()
		}
	} finally {
		await database.stop()
	}
}
