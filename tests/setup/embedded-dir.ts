import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'

import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
import type { EmbeddedOptions, EmbeddedServer } from '#server/db/embedded/options.ts'
import { findServersOf, isServerOfDirectory } from '#server/db/embedded/processes.ts'

function makeScratch(): string {
	const dir = fs.mkdtempSync(path.join(inject('scratchDir'), 'pg-'))
	fs.chmodSync(dir, 0o755) // a server started by root runs as another account
	return dir
}

/** Signals a process, which may already have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
	try {
		process.kill(pid, name)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
	}
}

/** SIGQUIT stops a server at once and lets it release its shared memory, which SIGKILL would leak. */
async function endServersOf(dataDir: string): Promise<void> {
	if (!fs.existsSync(dataDir)) return
	for (let pids = findServersOf(dataDir); pids.length > 0; pids = findServersOf(dataDir)) {
		for (const pid of pids) signal(pid, 'SIGQUIT')
		await sleep(20)
	}
}

/** Creates a directory, removed after the test together with any server that uses it. */
export function makeDir(): string {
	const dir = makeScratch()
	onTestFinished(async () => {
		await endServersOf(path.join(dir, 'pg18'))
		fs.rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
	})
	return dir
}

let prepared: Promise<string> | null = null

async function prepareCluster(): Promise<string> {
	const dir = makeScratch()
	const server = await start(dir)
	await query(server, 'create table kept (id int primary key)')
	await query(server, 'insert into kept values (1)')
	await server.stop()
	return dir
}

/**
 * Creates a data directory of a stopped server, with a table `kept` that has the row 1. The data is created once and copied.
 */
export async function makeCluster(): Promise<string> {
	prepared ??= prepareCluster()
	const from = await prepared
	const dir = makeDir()
	execFileSync('cp', ['-a', path.join(from, 'pg18'), dir])
	return dir
}

export const start = (dir: string, options: Partial<EmbeddedOptions> = {}) =>
	ensureEmbedded({ dir, settings: { fsync: 'off' }, ...options })

export async function query(server: Pick<EmbeddedServer, 'host' | 'port' | 'user' | 'database'>, text: string) {
	const { host, port, user, database } = server
	const client = new pg.Client({ host, port, user, database })
	client.on('error', () => {})
	await client.connect()
	try {
		return (await client.query(text)).rows as unknown[]
	} finally {
		await client.end()
	}
}

/** Starts a process that starts, or attaches to, the directory's server. */
export async function holdInOtherProcess(dir: string, lifeline: 'lifeline' | 'no lifeline') {
	const child = spawn(process.execPath, [path.join(import.meta.dirname, 'hold-embedded.ts'), dir, lifeline], {
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	onTestFinished(() => void child.kill('SIGKILL'))
	const line = await new Promise<string>((resolve, reject) => {
		createInterface({ input: child.stdout }).once('line', resolve)
		child.once('exit', (code) => reject(new Error(`the other process ended with ${code}`)))
	})
	const said = JSON.parse(line) as { pid: number; started: boolean }
	const end = (signal: NodeJS.Signals) =>
		new Promise<void>((resolve) => {
			child.removeAllListeners('exit')
			child.once('exit', () => resolve())
			child.kill(signal)
		})
	return { ...said, end }
}

export const untilGone = (dir: string, pid: number) =>
	expect.poll(() => isServerOfDirectory(path.join(dir, 'pg18'), pid), { interval: 20 }).toBe(false)
