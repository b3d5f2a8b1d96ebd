import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { expect, test } from 'vitest'

import { findServersOf } from '#server/db/embedded/processes.ts'
import { makeDir, query, signal, start } from '#tests/setup/embedded-dir.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

const WRITES = 1000
const WRITERS = 8

/** Uses a new visitor address each time: the limit per address is tested elsewhere. */
const visitorAddress = (index: number) => `198.18.${Math.floor(index / 250)}.${(index % 250) + 1}`

/**
 * Returns the status once the response is complete; null otherwise. Only a complete 2xx acknowledges a write: a server whose
 * database crashes responds with 5xx, and a write whose response was lost may or may not be stored.
 */
async function answerOf(asked: Promise<Response>): Promise<number | null> {
	try {
		const response = await asked
		await response.text()
		return response.status
	} catch {
		return null
	}
}

/** Writes until the goal is reached, with a new ID for each unacknowledged write. */
function writeUntil(port: number, acknowledged: Set<string>) {
	let goal = 0
	let sent = 0
	async function writer() {
		while (acknowledged.size < goal) {
			const feedbackId = randomUUID()
			sent += 1
			const asked = fetch(`http://127.0.0.1:${port}/api/leads/feedback`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-forwarded-for': visitorAddress(sent) },
				body: JSON.stringify({ feedbackId, helpful: true }),
			})
			const status = await answerOf(asked)
			if (status === null) return // the server has been killed
			if (status >= 200 && status < 300) acknowledged.add(feedbackId)
			else if (status < 500) throw new Error(`the server answered ${status}`)
			else await new Promise((resolve) => setTimeout(resolve, 5)) // the database is shutting down
		}
	}
	return async (untilSize: number) => {
		goal = untilSize
		await Promise.all(Array.from({ length: WRITERS }, writer))
	}
}

test('a server killed during 1,000 acknowledged writes, alone and with its database, has all of them after a restart', async () => {
	const dir = makeDir()
	const dataDir = path.join(dir, 'pg18')
	const port = await findFreePort()
	const env = { PORT: String(port), DATA_DIR: dir, TRUSTED_PROXY_HOPS: '1' }
	const acknowledged = new Set<string>()
	const write = writeUntil(port, acknowledged)
	const atSize = (size: number) => expect.poll(() => acknowledged.size, { interval: 1, timeout: 30_000 }).toBeGreaterThanOrEqual(size)

	const first = spawnServer(env)
	await first.ready
	await Promise.all([write(WRITES), atSize(300).then(() => first.end('SIGKILL'))])
	expect(acknowledged.size).toBeLessThan(WRITES)

	const second = spawnServer(env)
	await second.ready
	const killBoth = () => {
		for (const pid of findServersOf(dataDir)) signal(pid, 'SIGKILL')
		return second.end('SIGKILL')
	}
	await Promise.all([write(WRITES), atSize(650).then(killBoth)])
	expect(acknowledged.size).toBeLessThan(WRITES)

	const third = spawnServer(env)
	await third.ready
	await write(WRITES)
	expect(await third.end('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' })
	expect(findServersOf(dataDir)).toEqual([])

	const database = await start(dir)
	const stored = new Set(((await query(database, 'select id from module_feedback')) as { id: string }[]).map(({ id }) => id))
	await database.stop()
	expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([])
}, 120_000)
