import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { expect } from 'vitest'

import { findServersOf } from '#server/db/embedded/processes.ts'
import { type query, signal } from '#tests/setup/embedded-dir.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

export const json = (body: object) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
export const feedback = (feedbackId: string = randomUUID()) => json({ feedbackId, helpful: true })

export async function ask(origin: string, where: string, init: RequestInit = {}) {
	const answer = await fetch(origin + where, { ...init, redirect: 'manual', signal: AbortSignal.timeout(30_000) })
	const text = await answer.text()
	const body: unknown = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
	return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body }
}

export const untilHealthy = (origin: string) =>
	expect
		.poll(
			() =>
				ask(origin, '/readyz').then(
					({ status }) => status,
					() => 0,
				),
			{ timeout: 60_000, interval: 100 },
		)
		.toBe(200)

/** Starts a server on the folder. @returns it with `dataDir` and `socket` of its database */
export async function startServer(dir: string, env: Record<string, string> = {}) {
	const port = await findFreePort()
	const origin = `http://127.0.0.1:${port}`
	const server = spawnServer({ PORT: String(port), DATA_DIR: dir, GOTRUE_SITE_URL: origin, ...env })
	await server.ready
	const socket = { host: path.join(dir, 'sock18'), port: 5432, user: 'postgres', database: 'postgres' }
	return { server, origin, port, dataDir: path.join(dir, 'pg18'), socket }
}

export type Socket = Parameters<typeof query>[0]

/** Starts a second server on the folder and waits for its exit. */
export async function startSecond(dir: string) {
	const { code, stderr } = await spawnServer({ PORT: String(await findFreePort()), DATA_DIR: dir }).ended
	return [code, stderr]
}

export const refusedSecond = (dir: string) => [
	1,
	`DATA_DIR: another server is using ${path.join(dir, 'pg18')}; stop it, or set DATA_DIR to another folder\n`,
]

/** Expects the data folder to be locked: a second server is refused, and the first one still writes. */
export async function expectGuarded(dir: string, origin: string): Promise<void> {
	expect(await startSecond(dir)).toEqual(refusedSecond(dir))
	expect((await ask(origin, '/api/leads/feedback', feedback())).status).toBe(201)
}

export const signalDatabase = (dataDir: string, name: NodeJS.Signals): void => {
	for (const pid of findServersOf(dataDir)) signal(pid, name)
}
