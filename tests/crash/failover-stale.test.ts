import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import type { Cluster, ClusterNode } from '#scripts/ha/cluster.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

import { isInstalled, killMachine, patroniOf, startCluster } from './ha-cluster.ts'
import { keepWriting } from './keep-writing.ts'
import { openRounds, SANDBOX_TOKEN } from './learner-rounds.ts'

const LIMIT_MS = 1_800_000
const WRITES_PER_SECOND = 20
const LEARNERS = 3
const PAGE = { name: 'page', call: () => ({ method: 'GET', path: '/' }), usual: [200] }

let cluster: Cluster
const load = () => fs.readFileSync('/proc/loadavg', 'utf8').split(' ', 1)[0]
const print = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`)

beforeAll(async () => {
	// Each request already has one forwarded address, to which HAProxy adds another.
	const settings = { SANDBOX_TOKEN, GOTRUE_MAILER_AUTOCONFIRM: 'true', TRUSTED_PROXY_HOPS: '2' }
	if (isInstalled) cluster = await startCluster(print, settings)
}, LIMIT_MS)

afterAll(async () => {
	if (isInstalled) await cluster.stop()
}, LIMIT_MS)

/** Counts how many of these writes are stored on the leader, or on another machine. */
const countStored = (ids: readonly string[], login = {}) =>
	cluster.ask(async (client) => {
		const { rows } = await client.query<{ stored: number }>('select count(*)::int as stored from module_feedback where id = any($1)', [ids])
		return rows[0]?.stored
	}, login)

const COPIES = { port: 5001 }

/** True if a machine reports that it's a standby. */
const follows = ({ address, values }: ClusterNode) =>
	cluster.ask(
		async (client) => {
			const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
			return rows[0]?.follows ?? false
		},
		{ host: address, port: 5432, user: 'postgres', password: values['SUPERUSER_PASSWORD'] ?? '' },
	)

/** Delays the standbys' replay of changes; null ends the delay. */
async function delayCopies(delay: string | null): Promise<void> {
	const { address, values } = cluster.nodes[0] as ClusterNode
	const answer = await fetch(`http://${address}:8008/config`, {
		method: 'PATCH',
		headers: { authorization: `Basic ${btoa(`patroni:${values['PATRONI_PASSWORD']}`)}` },
		body: JSON.stringify({ postgresql: { recovery_conf: delay && { recovery_min_apply_delay: delay } } }),
	})
	expect(answer.status).toBe(200)
}

/** Returns the standbys' replication lag in seconds. */
const lag = () =>
	cluster.ask(async (client) => {
		const { rows } = await client.query<{ seconds: number }>(
			'select extract(epoch from now() - pg_last_xact_replay_timestamp())::int as seconds',
		)
		return rows[0]?.seconds
	}, COPIES)

test.skipIf(!isInstalled)(
	'copies a minute behind: people read what they wrote, reports get old data, and a takeover has every acknowledged write',
	async () => {
		const leader = await cluster.leader()
		const visits = keepWriting(cluster.origin, WRITES_PER_SECOND, [PAGE])
		const rounds = openRounds(cluster.origin)
		let isOver = false
		const learning = Promise.all(Array.from({ length: LEARNERS }, (_, number) => rounds.learn(number, () => isOver)))
		onTestFinished(async () => {
			isOver = true
			await Promise.all([learning, visits.stop(), delayCopies(null)])
		})
		await delayCopies('1min')
		await expect.poll(lag, { interval: 1000, timeout: 300_000 }).toBeGreaterThanOrEqual(60)

		const newest = visits.acknowledged.slice(-1)
		expect([await countStored(newest), await countStored(newest, COPIES)]).toEqual([1, 0])
		const late = visits.look()
		expect([[...late.unanswered], [...late.wrong]]).toEqual([[], []])

		const startAgain = await killMachine(cluster, leader)
		await startAgain()
		await cluster.untilComplete()
		await cluster.untilReady()
		expect((await cluster.leader()).name).not.toBe(leader.name)
		isOver = true
		await Promise.all([learning, visits.stop()])
		const { unavailable, unanswered, wrong, refusedUntil } = visits.look()
		print(
			`${visits.acknowledged.length} writes acknowledged, ${rounds.counts.rounds} rounds of learners; after the leader's death ${unavailable} × 503, refused for ${(refusedUntil / 1000).toFixed(1)} s; load ${load()}`,
		)
		expect([rounds.problems, [...unanswered], [...wrong]]).toEqual([[], [], []])
		expect(await countStored(visits.acknowledged)).toBe(visits.acknowledged.length)
	},
	LIMIT_MS,
)

test.skipIf(!isInstalled)(
	'a leader that takes no notice of its successor acknowledges no write, and a server that still asks it answers 503',
	async () => {
		const old = await cluster.leader()
		const port = await findFreePort()
		const server = spawnServer({
			DATABASE_URL: `postgresql://academy:${old.values['ACADEMY_PASSWORD']}@${old.address}:5432/academy`,
			PORT: String(port),
			DATA_DIR: fs.mkdtempSync(path.join(os.tmpdir(), 'old-leader-')),
			SERVER_PARTS: 'web',
		})
		await server.ready
		const visits = keepWriting(cluster.origin, WRITES_PER_SECOND, [PAGE])
		const strays = keepWriting(`http://127.0.0.1:${port}`, WRITES_PER_SECOND, [PAGE])
		await sleep(2000)
		patroniOf(cluster, old).signal('SIGSTOP')
		await cluster.until('a successor', () =>
			cluster.ask(async (client) => {
				const { rows } = await client.query<{ leads: boolean }>(
					'select host(inet_server_addr()) <> $1 and not pg_is_in_recovery() as leads',
					[old.address],
				)
				return rows[0]?.leads ?? false
			}),
		)
		await cluster.untilReady()
		strays.look()
		// Wait longer than a server waits for its database.
		await sleep(40_000)
		expect(await follows(old)).toBe(false)
		const claimed = strays.look()
		print(
			`at the old leader ${claimed.acknowledged} acknowledged, ${claimed.unavailable} × 503, the slowest after ${(claimed.slowest / 1000).toFixed(1)} s; load ${load()}`,
		)
		expect([claimed.acknowledged, [...claimed.unanswered], [...claimed.wrong]]).toEqual([0, [], []])
		expect(claimed.unavailable).toBeGreaterThan(0)

		patroniOf(cluster, old).signal('SIGCONT')
		await cluster.until('the old leader as a copy', () => follows(old))
		await cluster.untilComplete()
		await cluster.untilReady()
		for (const writing of [visits, strays]) {
			await writing.stop()
			const { unanswered, wrong } = writing.look()
			expect([[...unanswered], [...wrong]]).toEqual([[], []])
		}
		const acknowledged = [...visits.acknowledged, ...strays.acknowledged]
		print(`${visits.acknowledged.length} writes acknowledged to visitors, ${strays.acknowledged.length} before at the old leader`)
		expect(await countStored(acknowledged)).toBe(acknowledged.length)
	},
	LIMIT_MS,
)
