// regression publish-races
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

import type { Content } from '#content/load-content.server.ts'
import { readShipped } from '#content/read-sources.server.ts'
import type { Edits } from '#content/sources.ts'
import { inTransaction } from '#server/db/database.ts'
import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { publishRelease } from '#server/services/operations/releases/publish-release.ts'
import { readCurrentNumber } from '#server/services/operations/releases/read-releases.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { PublishedContent } from './published-content.ts'

const OFFERS = 'offers.json'
const NEVER_MS = 3_600_000

const origin = readFileSync(`content/${OFFERS}`, 'utf8')
const priced = (cents: number): Edits => ({ [OFFERS]: origin.replace('"amountCents": 4700', `"amountCents": ${cents}`) })
const priceOf = ({ content }: PublishedContent) => content.offers[0]?.amountCents

/** Opens several processes on one database, each with its own connections. */
async function openProcesses() {
	const { connection, direct, drop } = await cloneDatabase()
	onTestFinished(drop)
	const logLines: string[] = []
	const log = createLogger('warn', (line) => logLines.push(line))
	function open(pollMs = NEVER_MS, prepare?: (content: Content) => Promise<void>) {
		const pools = openPools(connection, log, 2)
		onTestFinished(pools.close)
		const published = new PublishedContent(pools.db, log, prepare && { prepare })
		const stop = published.follow(direct, pollMs)
		onTestFinished(stop)
		return { published, ctx: { db: pools.db, now: () => new Date() } }
	}
	return { open, logLines }
}

type Context = Parameters<typeof publishRelease>[0]

const publish = async (ctx: Context, edits: Edits, versions: readonly string[] = []) =>
	publishRelease(ctx, { base: await readCurrentNumber(ctx.db), edits, note: '', authorId: null, versions })

const isListening = (ctx: Context, count: number) =>
	expect
		.poll(async () => {
			const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
				where application_name = 'launchway-releases' and datname = current_database() and query like 'listen%'`.execute(ctx.db)
			return rows[0]?.n
		})
		.toBe(count)

test('a release published by one process is served by the other, and running work keeps its content', async () => {
	const { open } = await openProcesses()
	const [first, second] = [open(), open()]
	await isListening(first.ctx, 2)
	const before = second.published.content
	await publish(first.ctx, priced(5900))
	await expect.poll(() => [first, second].map(({ published }) => priceOf(published))).toEqual([5900, 5900])
	expect([before.offers[0]?.amountCents, before.fillPromises('{price}')]).toEqual([4700, '$47'])
	expect(second.published.content.fillPromises('{price}')).toBe('$59')

	expect([first, second].map(({ published }) => published.number)).toEqual([1, 1])
})

test('a process killed while publishing changes nothing', async () => {
	const { open } = await openProcesses()
	const [killed, other] = [open(), open()]
	await isListening(other.ctx, 2)
	const row = { path: OFFERS, body: 'x', origin, created_at: new Date() }
	const { id } = await other.ctx.db.insertInto('content_versions').values(row).returning('id').executeTakeFirstOrThrow()
	const dying = inTransaction(killed.ctx.db, async (tx) => {
		await publish({ ...killed.ctx, db: tx }, priced(5900), [id])
		await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
	})
	await expect(dying).rejects.toThrow(/terminat|not queryable/)
	await publish(other.ctx, priced(6100))
	await expect.poll(() => priceOf(other.published)).toBe(6100)
	expect(await other.ctx.db.selectFrom('content_releases').select('edits').execute()).toEqual([{ edits: priced(6100) }])
	expect(await other.ctx.db.selectFrom('content_versions').select('published_at').execute()).toEqual([{ published_at: null }])
})

test('the current release is served until the pages of the next are ready', async () => {
	const { open } = await openProcesses()
	const { promise: pagesAreMade, resolve: finishPages } = Promise.withResolvers<void>()
	const prepared: (number | undefined)[] = []
	const { ctx, published } = open(NEVER_MS, async ({ offers }) => {
		prepared.push(offers[0]?.amountCents)
		await pagesAreMade
	})
	await publish(ctx, priced(5900))
	const loading = published.loadNewest()
	await expect.poll(() => prepared).toEqual([5900])
	expect(priceOf(published)).toBe(4700)
	finishPages()
	await loading
	expect(priceOf(published)).toBe(5900)
})

test('if two publications start from the same release, one is refused', async () => {
	const { open } = await openProcesses()
	const { ctx } = open()
	const both = [5900, 6100].map((cents) =>
		publishRelease(ctx, { base: null, edits: priced(cents), note: '', authorId: null, versions: [] }),
	)
	const outcomes = await Promise.allSettled(both)
	expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
	expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'release_outdated' } })
})

test('a release published during a lost connection is served after it is back, and polling finds missed notifications', async () => {
	const { open } = await openProcesses()
	const [deaf, polling] = [open(), open(50)]
	await isListening(deaf.ctx, 2)
	await sql`select pg_terminate_backend(pid) from pg_stat_activity
		where application_name = 'launchway-releases' and datname = current_database()`.execute(deaf.ctx.db)
	await publish(deaf.ctx, priced(5900))
	await expect.poll(() => priceOf(deaf.published)).toBe(5900)
	await deaf.ctx.db
		.insertInto('content_releases')
		.values({ edits: JSON.stringify(priced(6100)), created_at: new Date() })
		.execute()
	await expect.poll(() => priceOf(polling.published)).toBe(6100)
	expect(priceOf(deaf.published)).toBe(5900)
})

test('an unreadable release is reported once, and the process keeps its current one', async () => {
	const { open, logLines } = await openProcesses()
	const { ctx, published } = open(50)
	await publish(ctx, priced(5900))
	await expect.poll(() => priceOf(published)).toBe(5900)
	await publish(ctx, { [OFFERS]: origin.replace('"amountCents": 4700', '"amountCents": "47"') })
	await expect.poll(() => logLines.join('')).toContain('offers.0.amountCents')
	await pause(300)
	expect([logLines.length, priceOf(published)]).toEqual([1, 5900])
	// The publisher gets the error, even if the listener has already failed on this release.
	await expect(published.loadNewest()).rejects.toThrow('offers.0.amountCents')
	await publish(ctx, priced(6100))
	await expect.poll(() => priceOf(published)).toBe(6100)
})

test('pages are checked only after the files are valid, and can refuse a release', async () => {
	const { deps } = await makeTestDeps()
	const asked: number[] = []
	const published = new PublishedContent(deps.db, deps.log, {
		findProblems: async ({ offers }) => {
			asked.push(offers[0]?.amountCents ?? 0)
			return offers[0]?.amountCents === 5900 ? [{ file: 'site.json', line: 1, message: 'the support address is a placeholder' }] : []
		},
	})
	await expect(published.requireValid(priced(5900))).rejects.toThrow('the support address is a placeholder')
	await expect(published.requireValid({ 'offers.json': '{' })).rejects.toThrow(/offers\.json/)
	await published.requireValid(priced(6100))
	expect(asked).toEqual([5900, 6100])
	// The same edits in another order, as PostgreSQL may return them.
	const site = readShipped().get('site.json') ?? ''
	const [one, other] = [
		{ ...priced(6100), 'site.json': site },
		{ 'site.json': site, ...priced(6100) },
	]
	expect(published.loadDraft(one)).toBe(published.loadDraft(other))
})
