import { setTimeout as sleep } from 'node:timers/promises'

import { consolePaths } from '#contracts/console-paths.ts'

import { fillAcademy, openConsole } from './console/fill-academy.ts'
import { fillShop } from './console/fill-shop.ts'
import { LIMITS, LISTS, OVERVIEWS, type Page, SEARCHES } from './console/pages.ts'
import type { BenchDatabase } from './rig/bench-database.ts'
import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { processorSecondsInAll } from './rig/process-tree.ts'
import { type Bench, withServer } from './rig/with-server.ts'

const REQUESTS = 60
const ROUNDS = 3
const WARM = 3
const COUNT_LIMIT_MS = 20 * 60_000
/** An idle PostgreSQL backend flushes its read statistics after ten seconds. */
const STATISTICS_MS = 12_000

type Open = { origin: string; cookie: string; watched: readonly number[] }

async function ask({ origin, cookie }: Open, path: string): Promise<{ text: string; ms: number }> {
	const started = performance.now()
	const response = await fetch(origin + path, { headers: { cookie }, redirect: 'manual' })
	const text = await response.text()
	const ms = performance.now() - started
	// A search with a single result redirects to that result.
	const isSearch = path.startsWith(consolePaths.search) && response.headers.get('location')?.startsWith(consolePaths.root) === true
	if (response.status !== 200 && !isSearch)
		throw new Error(`${path.slice(0, 80)}: ${response.status} ${response.headers.get('location') ?? ''}`)
	return { text, ms }
}

const ofOlder = (text: string) => /<a [^>]*href="([^"]+)"[^>]*>(?:Older|Next page|Due later)</.exec(text)?.[1]?.replaceAll('&amp;', '&')

type Took = { p50: number; p99: number; /** Processor milliseconds of server and database per request. */ processorMs: number }

/**
 * Measures a page in several rounds. Returns the round with the lowest p99, because other load on the machine distorts rounds.
 */
async function measurePage(open: Open, page: Page): Promise<Took> {
	const used = () => open.watched.reduce((sum, pid) => sum + processorSecondsInAll(pid), 0)
	const rounds: Took[] = []
	for (let round = 0; round < ROUNDS; round += 1) {
		for (let request = 0; request < WARM; request += 1) await ask(open, page.path)
		const before = used()
		const took: number[] = []
		for (let request = 0; request < REQUESTS; request += 1) took.push((await ask(open, page.path)).ms)
		const sorted = took.toSorted((one, other) => one - other)
		rounds.push({ p50: median(sorted), p99: sorted[Math.floor(REQUESTS * 0.99)] ?? 0, processorMs: ((used() - before) * 1000) / REQUESTS })
	}
	return rounds.toSorted((one, other) => one.p99 - other.p99)[0] ?? { p50: 0, p99: 0, processorMs: 0 }
}

/** Returns the lists of the console, each with its second page if there is one. */
async function listPages(open: Open): Promise<Page[]> {
	const pages: Page[] = []
	for (const page of LISTS) {
		pages.push(page)
		const next = ofOlder((await ask(open, page.path)).text)
		if (next !== undefined) pages.push({ ...page, name: `${page.name}, page 2`, path: next })
	}
	return pages
}

async function readScans({ pools }: BenchDatabase, large: number): Promise<Map<string, number>> {
	const { rows } = await pools.app.query<{ name: string; scans: number }>(
		`select schemaname || '.' || relname as name, seq_scan as scans from pg_stat_user_tables where n_live_tup >= $1`,
		[large],
	)
	return new Map(rows.map(({ name, scans }) => [name, scans]))
}

/**
 * Waits until the daily metrics of all days are computed.
 * @returns seconds
 */
async function waitForSums({ database: { pools } }: Bench, open: Open): Promise<number> {
	const started = performance.now()
	for (;;) {
		await ask(open, consolePaths.funnel)
		const { rows } = await pools.app.query<{ left: number }>(
			'select count(*) as left from (select from stale_days group by part, day) as day',
		)
		if (rows[0]?.left === 0) return (performance.now() - started) / 1000
		if (performance.now() - started > COUNT_LIMIT_MS)
			throw new Error(`${rows[0]?.left} days are not counted after ${COUNT_LIMIT_MS / 60_000} minutes`)
	}
}

async function measure(bench: Bench, cookie: string): Promise<Measurement[]> {
	const { database, server, options } = bench
	const open = { origin: server.origin, cookie, watched: [server.pid, database.pid] }
	const seconds = await waitForSums(bench, open)
	const pages = [...(await listPages(open)), ...SEARCHES, ...OVERVIEWS]
	await sleep(STATISTICS_MS)
	const large = options.people / 10
	const before = await readScans(database, large)
	const measured: (Page & Took)[] = []
	for (const page of pages) {
		const took = await measurePage(open, page)
		options.print(
			`${page.name}: p50 ${took.p50.toFixed(1)} ms, p99 ${took.p99.toFixed(1)} ms, ${took.processorMs.toFixed(1)} ms of processor`,
		)
		measured.push({ ...page, ...took })
	}
	await sleep(STATISTICS_MS)
	const scans = [...(await readScans(database, large))].flatMap(([name, count]) =>
		count > (before.get(name) ?? 0) ? [`${name} ${count - (before.get(name) ?? 0)}`] : [],
	)
	return [
		...measured.map(({ name, kind, p50, p99, processorMs }) => ({
			name: `console, ${name}, p99`,
			value: p99,
			unit: 'ms',
			goal: `≤ ${LIMITS[kind]} ms`,
			isMet: p99 <= LIMITS[kind],
			note: `median ${p50.toFixed(1)} ms, ${processorMs.toFixed(1)} ms of processor; ${ROUNDS} rounds of ${REQUESTS}, one after the other, the quietest`,
		})),
		{ name: 'console, all days counted', value: seconds, unit: 's', note: 'once, after an upgrade' },
		{
			name: 'console, sequential scans of large tables',
			value: scans.length,
			unit: 'tables',
			goal: '0',
			isMet: scans.length === 0,
			note: scans.join(', ') || `of ${large} rows and more, by the statistics of the database`,
		},
	]
}

/** Measures every list, search and overview of the console, with a million accounts and orders by default. */
export const measureConsole = (options: BenchOptions): Promise<Measurement[]> =>
	withServer(options, {
		prepare: async (database) => {
			options.print(`filling ${options.people} accounts and orders`)
			await fillAcademy(database.pools.db, options.people)
			await fillShop(database.pools.db)
			return openConsole(database.pools.db)
		},
		measure,
	})
