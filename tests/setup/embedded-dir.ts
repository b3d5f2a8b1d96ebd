import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'

import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
import type { EmbeddedOptions, EmbeddedServer } from '#server/db/embedded/options.ts'
import { findServersOf, isServerOf } from '#server/db/embedded/processes.ts'

const base = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir()

/** A new directory that goes away after the test, with every server that still works in it. */
export function makeDir(): string {
	const dir = fs.mkdtempSync(path.join(base, 'launchway-pg-'))
	fs.chmodSync(dir, 0o755) // root's server runs as another account
	onTestFinished(async () => {
		for (const pid of fs.existsSync(path.join(dir, 'pg18')) ? findServersOf(path.join(dir, 'pg18')) : []) process.kill(pid, 'SIGKILL')
		await sleep(20)
		fs.rmSync(dir, { recursive: true, force: true })
	})
	return dir
}

let prepared: Promise<string> | null = null

async function prepareCluster(): Promise<string> {
	const dir = fs.mkdtempSync(path.join(base, 'launchway-pg-'))
	fs.chmodSync(dir, 0o755)
	process.once('exit', () => fs.rmSync(dir, { recursive: true, force: true }))
	const server = await start(dir)
	await query(server, 'create table kept (id int primary key)')
	await query(server, 'insert into kept values (1)')
	await server.stop()
	return dir
}

/** A directory with a stopped server's data: a table `kept` with the row 1. The data is created once and copied. */
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

/** Another process that starts, or attaches to, the server of the directory. */
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
	expect.poll(() => isServerOf(path.join(dir, 'pg18'), pid), { timeout: 10_000, interval: 20 }).toBe(false)
