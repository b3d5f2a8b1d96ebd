import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { expect, test } from 'vitest'

import { findServersOf } from '#server/db/embedded/processes.ts'
import { makeDir, query, signal, start } from '#tests/setup/embedded-dir.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

const WRITES = 1000
const WRITERS = 8

/** Another visitor each time: the limit per address is not tested here. */
const visitorAddress = (index: number) => `198.18.${Math.floor(index / 250)}.${(index % 250) + 1}`

/**
 * The status, once the answer has fully arrived; null without a complete answer. Only a complete 2xx answer acknowledges:
 * a server whose database crashes answers 5xx, and a write whose answer was lost may or may not be stored.
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

/** Writes until the goal is reached, with a new id for each write that was not acknowledged. */
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
			if (status === null) return // the server is gone
			if (status >= 200 && status < 300) acknowledged.add(feedbackId)
			else if (status < 500) throw new Error(`the server answered ${status}`)
			else await new Promise((resolve) => setTimeout(resolve, 5)) // its database is going down
		}
	}
	return async (untilSize: number) => {
		goal = untilSize
		await Promise.all(Array.from({ length: WRITERS }, writer))
	}
}

test('a server killed during 1,000 acknowledged writes, alone and with its database, has every one of them after the restart', async () => {
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
