import path from 'node:path'
import { expect, test } from 'vitest'

import { findServersOf } from '#server/db/embedded/processes.ts'
import { makeDir, query, start } from '#tests/setup/embedded-dir.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

import { signalDatabase } from './ask-server.ts'
import { keepWriting } from './keep-writing.ts'

/** Number of kills; `DRILL_KILLS=150 npm run test:long -- acknowledged-writes` runs for long. */
const KILLS = Number(process.env['DRILL_KILLS'] ?? 4)
const WRITES_PER_SECOND = 100
/** Acknowledged writes between two kills. */
const BETWEEN = 100

const KILLED = ['ECONNREFUSED', 'ECONNRESET']

test(
	'a server killed again and again while it writes, alone and with its database, has every acknowledged write',
	{ timeout: 120_000 + KILLS * 60_000 },
	async () => {
		const dir = makeDir()
		const dataDir = path.join(dir, 'pg18')
		const port = await findFreePort()
		const run = () => spawnServer({ PORT: String(port), DATA_DIR: dir })
		let server = run()
		await server.ready
		const writing = keepWriting(`http://127.0.0.1:${port}`, WRITES_PER_SECOND)
		const { acknowledged } = writing
		const untilMore = (count: number) => {
			const goal = acknowledged.length + count
			return expect.poll(() => acknowledged.length, { interval: 5, timeout: 300_000 }).toBeGreaterThanOrEqual(goal)
		}
		const outages: number[] = []
		for (let kill = 0; kill < KILLS; kill += 1) {
			await untilMore(BETWEEN)
			if (kill % 2 === 1) signalDatabase(dataDir, 'SIGKILL')
			await server.end('SIGKILL')
			const killedAt = performance.now()
			server = run()
			await server.ready
			await untilMore(1)
			outages.push(performance.now() - killedAt)
		}
		await untilMore(BETWEEN)
		await writing.stop()
		const { unavailable, unanswered, wrong } = writing.look()
		expect(await server.end('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' })
		expect(findServersOf(dataDir)).toEqual([])

		const database = await start(dir)
		const stored = new Set(((await query(database, 'select id from module_feedback')) as { id: string }[]).map(({ id }) => id))
		await database.stop()
		const lost = acknowledged.filter((id) => !stored.has(id))
		const sorted = outages.toSorted((a, b) => a - b).map((ms) => (ms / 1000).toFixed(1))
		console.log(
			`${KILLS} kills, ${acknowledged.length} writes acknowledged, ${lost.length} lost, ${unavailable} × 503; from kill to the next write ${sorted[0]} to ${sorted.at(-1)} s, median ${sorted[Math.floor(KILLS / 2)]} s`,
		)
		expect([lost, [...wrong]]).toEqual([[], []])
		expect([...unanswered.keys()].filter((reason) => !KILLED.includes(reason))).toEqual([])
	},
)
