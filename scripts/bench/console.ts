import { sql } from 'kysely'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { consolePaths } from '#contracts/console-paths.ts'
import type { Db } from '#server/db/database.ts'

import { fillAcademy, fillCouponsAndMedia, insertOperatorSession } from './console/fill-academy.ts'
import { RESPONSE_LIMITS_MS, LIST_PAGES, OVERVIEW_PAGES, type BenchPage, SEARCH_PAGES } from './console/pages.ts'
import type { BenchDatabase } from './rig/bench-database.ts'
import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { processorSecondsInAll } from './rig/process-tree.ts'
import { type Bench, withServer } from './rig/run-server.ts'

const REQUESTS = 70
const ROUNDS = 3
const WARM = 3
const COUNT_LIMIT_MS = 20 * 60_000
/** Wait for PostgreSQL's read statistics: an idle backend flushes them after ten seconds. */
const STATISTICS_MS = 12_000

type Open = { origin: string; cookie: string; watched: readonly number[]; readStatements: StatementReader }

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

type Took = {
	p50: number
	p99: number
	/** Median of the milliseconds that PostgreSQL spends on a request. */
	sql50: number
	sql99: number
	statements: string
	/** Milliseconds of CPU time of server and database per request. */
	processorMs: number
}

const share = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
const ascending = (values: readonly number[]) => values.toSorted((one, other) => one - other)

async function measureRound(open: Open, { path }: BenchPage): Promise<Took> {
	const used = () => open.watched.reduce((sum, pid) => sum + processorSecondsInAll(pid), 0)
	for (let request = 0; request < WARM; request += 1) await ask(open, path)
	const before = used()
	const [took, inSql]: [number[], number[]] = [[], []]
	let statements = ''
	for (let request = 0; request < REQUESTS; request += 1) {
		open.readStatements()
		took.push((await ask(open, path)).ms)
		const ran = open.readStatements()
		inSql.push(ran.reduce((sum, { ms }) => sum + ms, 0))
		const [slowest] = ran.toSorted((one, other) => other.ms - one.ms)
		statements = `${ran.length} statements${slowest ? `, the slowest ${slowest.ms.toFixed(1)} ms: ${slowest.text}` : ''}`
	}
	const [answers, sqls] = [ascending(took), ascending(inSql)]
	return {
		p50: median(answers),
		p99: share(answers, 0.99),
		sql50: median(sqls),
		sql99: share(sqls, 0.99),
		statements,
		processorMs: ((used() - before) * 1000) / REQUESTS,
	}
}

/** Measures several rounds and returns the one with the lowest p99, because other load on the machine distorts rounds. */
async function measurePage(open: Open, page: BenchPage): Promise<Took> {
	const rounds: Took[] = []
	for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(open, page))
	const [quietest] = rounds.toSorted((one, other) => one.p99 - other.p99)
	if (!quietest) throw new Error('no round')
	return quietest
}

async function listPages(open: Open, isAsked: (page: BenchPage) => boolean): Promise<BenchPage[]> {
	const pages: BenchPage[] = []
	for (const page of LIST_PAGES.filter(isAsked)) {
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

async function measurePages(open: Open, { only, print }: BenchOptions): Promise<(BenchPage & Took)[]> {
	const isAsked = ({ name }: BenchPage) => name.includes(only)
	const measured: (BenchPage & Took)[] = []
	for (const page of [...(await listPages(open, isAsked)), ...[...SEARCH_PAGES, ...OVERVIEW_PAGES].filter(isAsked)]) {
		const took = await measurePage(open, page)
		const [p50, p99, sql50, sql99, processorMs] = [took.p50, took.p99, took.sql50, took.sql99, took.processorMs].map((ms) => ms.toFixed(1))
		print(`${page.name}: p50 ${p50} ms, p99 ${p99} ms; SQL p50 ${sql50} ms, p99 ${sql99} ms; ${processorMs} ms of processor`)
		if (took.sql50 > RESPONSE_LIMITS_MS.list / 10) print(`    ${took.statements.slice(0, 600)}`)
		measured.push({ ...page, ...took })
	}
	return measured
}

async function measure(bench: Bench, cookie: string): Promise<Measurement[]> {
	const { database, server, options } = bench
	const open = { origin: server.origin, cookie, watched: [server.pid, database.pid], readStatements: openStatements(database.logFile) }
	const seconds = await waitForSums(bench, open)
	await sleep(STATISTICS_MS)
	const large = options.people / 10
	const before = await readScans(database, large)
	const measured = await measurePages(open, options)
	await sleep(STATISTICS_MS)
	const scans = [...(await readScans(database, large))].flatMap(([name, count]) =>
		count > (before.get(name) ?? 0) ? [`${name} ${count - (before.get(name) ?? 0)}`] : [],
	)
	return [
		...measured.map(({ name, kind, p50, p99, sql50, sql99, processorMs }) => ({
			name: `console, ${name}, p99`,
			value: p99,
			unit: 'ms',
			goal: `≤ ${RESPONSE_LIMITS_MS[kind]} ms`,
			isMet: p99 <= RESPONSE_LIMITS_MS[kind],
			note: `median ${p50.toFixed(1)} ms; SQL ${sql50.toFixed(1)}, p99 ${sql99.toFixed(1)} ms; ${processorMs.toFixed(1)} ms of processor; ${ROUNDS} rounds of ${REQUESTS}, one after the other, the quietest`,
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

/** Fills the database unless an earlier run did, and logs each statement. @returns the cookie of an operator */
async function prepare({ pools: { db } }: BenchDatabase, { people, print }: BenchOptions): Promise<string> {
	const isFilled = await db.selectFrom('discount_codes').select('code').limit(1).executeTakeFirst()
	if (!isFilled) {
		print(`filling ${people} accounts and orders`)
		await fillAcademy(db, people)
		await fillCouponsAndMedia(db)
	}
	await logStatements(db)
	return insertOperatorSession(db)
}

/** Measures every list, search and overview of the console, with a million accounts and orders by default. */
export const measureConsole = (options: BenchOptions): Promise<Measurement[]> =>
	withServer(options, { kept: options.keep, prepare: (database) => prepare(database, options), measure })

export type LoggedStatement = { ms: number; text: string }
export type StatementReader = () => LoggedStatement[]

export const logStatements = (db: Db) => sql`alter database postgres set log_min_duration_statement = 0`.execute(db)

const LINE = /duration: ([\d.]+) ms {2}(?:parse|bind|execute|statement)[^:]*: ((?:(?!\n\d{4}-)[^])*)/g

/** Returns a function that reads the statements logged since its last call. A file that became smaller was rotated. */
export function openStatements(logFile: string): StatementReader {
	let read = statSync(logFile).size
	return () => {
		const { size } = statSync(logFile)
		if (size < read) read = 0
		const lines = Buffer.alloc(size - read)
		const file = openSync(logFile, 'r')
		readSync(file, lines, 0, lines.length, read)
		closeSync(file)
		read = size
		return [...lines.toString().matchAll(LINE)].map(([, ms, text = '']) => ({ ms: Number(ms), text: text.replaceAll(/\s+/g, ' ') }))
	}
}
