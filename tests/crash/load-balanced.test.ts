import { sql } from 'kysely'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { readCurrent } from '#server/services/operations/releases/read-releases.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { findFreePort, spawnServer } from '#tests/setup/server-process.ts'

import { makeRelease } from './installation.ts'
import { openRounds, SANDBOX_TOKEN } from './learner-rounds.ts'
import { openLoadBalancer } from './load-balancer.ts'

/** Duration; `DRILL_MINUTES=10 npm test -- load-balanced` is the long run, with a kill a minute. */
const MINUTES = Number(process.env['DRILL_MINUTES'] ?? 1)
const KILLS = 9
const LEARNERS = 4
const PAGE = '/digital-income-mastery'
const OFFERS = 'offers.json'
const priced = (cents: number) => fs.readFileSync(`content/${OFFERS}`, 'utf8').replace('"amountCents": 4700', `"amountCents": ${cents}`)

/** A database, and servers on it behind a load balancer. */
async function openServers() {
	const { connection, drop } = await cloneDatabase()
	const pools = openPools(
		connection,
		createLogger('error', () => {}),
		2,
	)
	onTestFinished(drop)
	onTestFinished(pools.close)
	const { host, port, user, database } = connection
	const balancer = await openLoadBalancer()
	async function start(parts: 'web' | 'jobs', folder?: string) {
		const ownPort = await findFreePort()
		const env = {
			DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`,
			PORT: String(ownPort),
			DATA_DIR: path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'server-')), 'none'),
			GOTRUE_SITE_URL: balancer.origin,
			GOTRUE_MAILER_AUTOCONFIRM: 'true',
			TRUSTED_PROXY_HOPS: '1',
			SERVER_PARTS: parts,
			DRAIN_SECONDS: '2',
			SANDBOX_TOKEN,
		}
		const spawned = () => spawnServer(env, folder === undefined ? {} : { cwd: folder })
		const held = { port: ownPort, server: spawned() }
		if (parts === 'web') balancer.add(ownPort)
		return {
			...held,
			stop: (signal: NodeJS.Signals) => held.server.end(signal),
			/** Restarts the server, as the supervisor does, until a start succeeds. */
			async again() {
				const isReady = () =>
					(held.server = spawned()).ready.then(
						() => true,
						() => false,
					)
				while (!(await isReady())) await sleep(1000)
			},
			ready: () => held.server.ready,
		}
	}
	async function publish(cents: number): Promise<void> {
		const { number: base = null } = (await readCurrent(pools.db)) ?? {}
		const release = { base, edits: { [OFFERS]: priced(cents) }, note: '', authorId: null, versions: [] }
		await publishRelease({ db: pools.db, now: () => new Date() }, release)
	}
	return { db: pools.db, balancer, start, publish }
}

/** Simulates learners until stopped. */
function startLearners(origin: string) {
	const rounds = openRounds(origin)
	let isOver = false
	const learning = Promise.all(Array.from({ length: LEARNERS }, (_, number) => rounds.learn(number, () => isOver)))
	return {
		...rounds,
		stop: async () => {
			isOver = true
			await learning
		},
	}
}

test(
	'two web servers and a worker killed in turn lose no session, double no limit and run no schedule twice',
	{ timeout: MINUTES * 60_000 + KILLS * 60_000 + 400_000 },
	async () => {
		const { db, balancer, start } = await openServers()
		const servers = [await start('web'), await start('web'), await start('jobs')]
		for (const { ready } of servers) await ready()
		const learners = startLearners(balancer.origin)
		for (let kill = 0; kill < KILLS; kill += 1) {
			await sleep((MINUTES * 60_000) / KILLS)
			const server = servers[kill % servers.length]
			await server?.stop('SIGKILL')
			await server?.again()
		}
		await learners.stop()
		console.log({ ...learners.counts, ...balancer.counts, kills: KILLS, minutes: MINUTES })
		expect(learners.problems).toEqual([])
		expect(learners.counts.paid).toBeGreaterThan(0)
		expect(learners.counts.wrongPasswords).toBeGreaterThan(0)

		// A webhook that a killed server missed is retried with exponential backoff.
		const paid = sql<{ count: number }>`select count(*)::int as count from orders where status = 'paid'`
		await expect.poll(async () => (await paid.execute(db)).rows[0]?.count, { timeout: 300_000, interval: 500 }).toBe(learners.counts.paid)
		const twice = await sql`select name, date_trunc('minute', created_on) as minute, count(*)::int as count from pgboss.job
			where name in ('count-days', 'publish-scheduled', 'send-newsletter') group by 1, 2 having count(*) > 1`.execute(db)
		expect(twice.rows).toEqual([])
		const ran = await sql`select distinct name from pgboss.job where name = 'count-days' and state = 'completed'`.execute(db)
		expect(ran.rows).toHaveLength(1)
	},
)

test(
	'a new server joins, serves the newest release and leaves, then both others restart, and no request fails',
	{ timeout: 300_000 },
	async () => {
		const { balancer, start, publish } = await openServers()
		const [one, two] = [await start('web'), await start('web')]
		await Promise.all([one.ready(), two.ready()])
		await publish(5900)
		const learners = startLearners(balancer.origin)
		const folder = makeRelease({})
		const joinedAt = performance.now()
		const third = await start('web', folder)
		await publish(6100)
		await third.ready()
		const own = async () => /\$(?:47|59|61)\b/.exec(await (await fetch(`http://127.0.0.1:${third.port}${PAGE}`)).text())?.[0]
		await expect.poll(own, { timeout: 60_000, interval: 100 }).toBe('$61')
		console.log(`the third server showed the newest release after ${Math.round(performance.now() - joinedAt)} ms`)
		await sleep(3000)
		for (const { stop } of [third, one]) expect((await stop('SIGTERM')).code).toBe(0)
		await one.again()
		await sleep(2000)
		expect((await two.stop('SIGTERM')).code).toBe(0)
		await two.again()
		await learners.stop()
		console.log({ ...learners.counts, ...balancer.counts })
		expect([learners.problems, balancer.lost, learners.counts.repeated]).toEqual([[], [], 0])
	},
)
