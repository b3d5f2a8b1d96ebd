import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import type { Cluster, ClusterNode } from '#scripts/ha/cluster.ts'
import { signal } from '#tests/setup/embedded-dir.ts'

import { isInstalled, killMachine, patroniOf, signalPostgres, startCluster } from './ha-cluster.ts'
import { keepWriting, type Probe } from './keep-writing.ts'

const WRITES_PER_SECOND = 100
const LIMIT_MS = 3_600_000
const FREEZE_MS = 20_000

const json = (body: object) => JSON.stringify(body)
const key = { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${PUBLISHABLE_KEY}` }

/** One of each kind of route. */
const PROBES: Probe[] = [
	{ name: 'page', call: () => ({ method: 'GET', path: '/' }), usual: [200] },
	{
		name: 'sign-in',
		call: () => ({
			method: 'POST',
			path: '/auth/v1/token?grant_type=password',
			body: json({ email: `${randomUUID()}@example.com`, password: 'a long enough one' }),
		}),
		usual: [400],
	},
	{ name: 'sign-up', call: () => ({ method: 'POST', path: '/auth/v1/signup', body: json({}), headers: key }), usual: [200, 422, 400] },
	{ name: 'rest', call: () => ({ method: 'GET', path: '/rest/v1/user_sms_settings', headers: key }), usual: [401] },
	{
		name: 'payment',
		call: () => ({
			method: 'POST',
			path: '/functions/v1/create-payment',
			body: json({ productName: 'Digital Income Mastery - Lifetime Access' }),
			headers: key,
		}),
		usual: [200],
	},
	{ name: 'console', call: () => ({ method: 'GET', path: '/admin/sign-in' }), usual: [200] },
	{ name: 'blog', call: () => ({ method: 'GET', path: '/blog' }), usual: [200] },
]

let cluster: Cluster
let visits: ReturnType<typeof keepWriting> | undefined
const print = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`)

beforeAll(async () => {
	if (!isInstalled) return
	cluster = await startCluster(print)
	visits = keepWriting(cluster.origin, WRITES_PER_SECOND, PROBES)
}, LIMIT_MS)

afterAll(async () => {
	if (!isInstalled) return
	await visits?.stop()
	await cluster.stop()
}, LIMIT_MS)

async function killProgram(name: string): Promise<() => Promise<void>> {
	await cluster.program(name).kill()
	return async () => {
		await sleep(2000)
		cluster.program(name).start()
	}
}

async function switchOver(): Promise<() => Promise<void>> {
	const { name } = (await cluster.members()).find(({ role }) => role === 'sync_standby') ?? {}
	const config = path.join(cluster.nodes[0]?.dir ?? '', 'patroni.yml')
	const { status, stderr } = spawnSync(cluster.patronictl, ['-c', config, 'switchover', '--candidate', name ?? '', '--force'], {
		encoding: 'utf8',
	})
	expect([status, stderr]).toEqual([0, expect.anything()])
	return async () => {}
}

async function freeze(node: ClusterNode): Promise<() => Promise<void>> {
	const frozen = cluster.postgresOf(node)
	patroniOf(cluster, node).signal('SIGSTOP')
	for (const pid of frozen) signal(pid, 'SIGSTOP')
	return async () => {
		await sleep(FREEZE_MS)
		for (const pid of frozen) signal(pid, 'SIGCONT')
		patroniOf(cluster, node).signal('SIGCONT')
	}
}

const standby = async (): Promise<ClusterNode> => {
	const { name } = (await cluster.members()).find(({ role }) => role === 'sync_standby') ?? {}
	const node = cluster.nodes.find((candidate) => candidate.name === name)
	if (!node) throw new Error('no synchronous standby')
	return node
}

const crash = async () => {
	signalPostgres(cluster, await cluster.leader(), 'SIGKILL')
	return async () => {}
}
const machine = async () => killMachine(cluster, await cluster.leader())

/** Ten failovers, then faults of the other parts. Each function causes a fault and returns one that ends it. */
const FAULTS: [what: string, fault: () => Promise<() => Promise<void>>][] = [
	['machine of the leader killed', machine],
	['switchover', switchOver],
	['PostgreSQL of the leader killed', crash],
	['leader frozen for 20 s', async () => freeze(await cluster.leader())],
	['machine of the leader killed', machine],
	['switchover', switchOver],
	['PostgreSQL of the leader killed', crash],
	['leader frozen for 20 s', async () => freeze(await cluster.leader())],
	['machine of the leader killed', machine],
	['switchover', switchOver],
	['synchronous standby killed', async () => killMachine(cluster, await standby())],
	['etcd of a machine killed', () => killProgram('node1/etcd')],
	['HAProxy of visitors killed', () => killProgram('node1/haproxy')],
	['pgbouncer killed', () => killProgram('node1/pgbouncer')],
	['web process killed', () => killProgram('node1/web')],
	['worker killed', () => killProgram('node3/jobs')],
	[
		'both web processes killed at once',
		async () => {
			const ends = await Promise.all(['node1/web', 'node2/web'].map(killProgram))
			return async () => void (await Promise.all(ends.map((end) => end())))
		},
	],
]

const seen = new Map<string, string>()
const KILLS_THE_ENTRANCE = /HAProxy/

test.skipIf(!isInstalled).each(FAULTS.map(([what, fault], index) => ({ index, what, fault })))(
	'$index: $what: no wrong answer, and writes work again afterwards',
	async ({ index, what, fault }) => {
		await cluster.untilComplete()
		await cluster.untilReady()
		await sleep(1000)
		visits!.look()
		const end = await fault()
		await end()
		await cluster.untilComplete()
		await cluster.untilReady()
		await sleep(2000)
		const { acknowledged, unavailable, unanswered, wrong, refusedUntil, slowest } = visits!.look()
		const load = fs.readFileSync('/proc/loadavg', 'utf8').split(' ', 1)[0]
		const line = `${index} ${what}: writes refused for ${(refusedUntil / 1000).toFixed(1)} s, slowest answer ${(slowest / 1000).toFixed(1)} s, ${acknowledged} acknowledged, ${unavailable} × 503, no answer ${JSON.stringify([...unanswered])}, wrong ${JSON.stringify([...wrong])}, load ${load}`
		print(line)
		seen.set(`${index} ${what}`, line)
		expect([...wrong]).toEqual([])
		if (!KILLS_THE_ENTRANCE.test(what)) expect([...unanswered]).toEqual([])
		expect(acknowledged).toBeGreaterThan(0)
	},
	LIMIT_MS,
)

test.skipIf(!isInstalled)(
	'no acknowledged write is lost',
	async () => {
		const { acknowledged, stop } = visits!
		await stop()
		await cluster.untilComplete()
		const lost = await cluster.ask(async (client) => {
			const { rows } = await client.query<{ id: string }>(
				'select id from unnest($1::uuid[]) given (id) where not exists (select from module_feedback stored where stored.id = given.id)',
				[acknowledged],
			)
			return rows.map(({ id }) => id)
		})
		print(`${acknowledged.length} writes acknowledged, ${lost.length} lost`)
		for (const line of seen.values()) console.log(line)
		expect(lost).toEqual([])
	},
	LIMIT_MS,
)
