import { setTimeout as sleep } from 'node:timers/promises'

import { writePgbenchScript, writeWrkScript } from './progress/write-scripts.ts'
import { type BenchDatabase, fillLearners, issueTokens, ROWS_PER_LEARNER } from './rig/bench-database.ts'
import { requirePrograms, runAlternately, runPgbench, runWrk } from './rig/contest.ts'
import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { type RequestKind, sendAtFixedRate, type Latencies } from './rig/open-loop.ts'
import { type Bench, withServer } from './rig/run-server.ts'

const FEW = 10_000
/** Number of connections in the server's pool, and of pgbench clients. */
const DATABASE_CONNECTIONS = 10
const HTTP_CONNECTIONS = 64
const ROUNDS = 7
const SECONDS = 3
const PER_SECOND = 100
const LATENCY_ROUNDS = 7
const LATENCY_REQUESTS = 1000
const MOST_GROWTH = 1.3
/** Pause after filling the database, because the disk keeps writing for a while. Real learners don't arrive all at once. */
const SETTLE_MS = 120_000

/** Alternates API and pgbench, so that other load affects both. */
async function measureRatio(bench: Bench): Promise<Measurement[]> {
	const { workDir, pin } = bench.options
	const sql = writePgbenchScript(workDir, FEW)
	const lua = writeWrkScript(workDir, await issueTokens(bench.database, FEW, 1000))
	const sides = [
		{
			name: 'merge API',
			run: () => runWrk({ origin: bench.server.origin, script: lua, connections: HTTP_CONNECTIONS, seconds: SECONDS, pin }),
		},
		{ name: 'pgbench', run: () => runPgbench({ env: bench.database.env, script: sql, clients: DATABASE_CONNECTIONS, seconds: SECONDS }) },
	]
	const result = await runAlternately(sides, {
		rounds: ROUNDS,
		watched: [bench.server.pid, bench.database.pid],
		print: bench.options.print,
	})
	await requireWhole(bench.database)
	const [own = 0, raw = 0] = result.perSecond
	const [ownCost = 1, rawCost = 0] = result.cost
	const [ratio] = result.ratios
	const how = `${HTTP_CONNECTIONS} HTTP connections over ${DATABASE_CONNECTIONS} to the database; wrk used ${Math.round((result.clientShare[0] ?? 0) * 100)} % of a processor`
	return [
		{ name: 'progress write API', value: Math.round(own), unit: 'requests/s', note: how },
		{
			name: 'same statement in pgbench',
			value: Math.round(raw),
			unit: 'statements/s',
			note: `${DATABASE_CONNECTIONS} connections, prepared, a commit each`,
		},
		{
			name: 'progress write API / pgbench',
			value: ratio?.median ?? 0,
			unit: '',
			goal: '≥ 0.5',
			isMet: (ratio?.median ?? 0) >= 0.5,
			note: `from ${ratio?.least.toFixed(2)} to ${ratio?.most.toFixed(2)}; ${result.note}`,
		},
		{
			name: 'progress write, processor time',
			value: Math.round(ownCost),
			unit: 'µs',
			note: `server and database; the statement in pgbench takes ${Math.round(rawCost)} µs of the database`,
		},
	]
}

/** @throws Error if a learner's number of rows has changed (each write must replace one), or an entry isn't done */
async function requireWhole({ pools }: BenchDatabase): Promise<void> {
	const { rows } = await pools.app.query<{ wrong: number }>(
		`select count(*)::int as wrong from (select from progress_entries group by user_id
			having count(*) <> ${ROWS_PER_LEARNER} or bool_or(not done)) as learner`,
	)
	if (rows[0]?.wrong !== 0) throw new Error(`void: ${rows[0]?.wrong} learners have rows that differ from those sent`)
}

type LatencyRounds = Record<RequestKind, Latencies[]>

/**
 * Measures both servers in turn, because the disk of a shared machine has slow minutes. Each round uses different learners. A
 * checkpoint comes first, because the first write to a page after a checkpoint is the most expensive one.
 */
async function measureLatencies(benches: readonly { bench: Bench; learners: number }[]): Promise<LatencyRounds[]> {
	const sides = await Promise.all(
		benches.map(async ({ bench, learners }) => ({
			bench,
			learners,
			tokens: await issueTokens(bench.database, learners, LATENCY_REQUESTS * 2 * (LATENCY_ROUNDS + 1)),
			rounds: { read: [], write: [] } as LatencyRounds,
		})),
	)
	for (const { bench } of benches) await bench.database.pools.app.query('checkpoint')
	await sleep(SETTLE_MS)
	for (let round = 0; round <= LATENCY_ROUNDS; round++)
		for (const kind of ['read', 'write'] as const)
			for (const { bench, learners, tokens, rounds } of sides) {
				const used = tokens.splice(0, LATENCY_REQUESTS)
				const latencies = await sendAtFixedRate(bench.server.origin, { kind, tokens: used, perSecond: PER_SECOND })
				bench.options.print(`${learners} learners, ${kind}: p50 ${latencies.p50.toFixed(1)} ms, p99 ${latencies.p99.toFixed(1)} ms`)
				if (round > 0) rounds[kind].push(latencies)
			}
	return sides.map(({ rounds }) => rounds)
}

function compare([few, many]: readonly LatencyRounds[], learners: readonly number[]): Measurement[] {
	const names = learners.map((count) => `${count.toLocaleString('en-US')} learners`)
	const note = `${PER_SECOND} a second, open loop, ${ROWS_PER_LEARNER} rows each, median of ${LATENCY_ROUNDS} × ${LATENCY_REQUESTS}`
	const middle = (rounds: readonly Latencies[] = []) => median(rounds.map(({ p99 }) => p99))
	return (['write', 'read'] as const).flatMap((kind) => {
		const [before, after] = [middle(few?.[kind]), middle(many?.[kind])]
		const growth = after / before
		return [
			{ name: `progress ${kind}, p99 with ${names[0]}`, value: before, unit: 'ms', note },
			{ name: `progress ${kind}, p99 with ${names[1]}`, value: after, unit: 'ms' },
			{ name: `progress ${kind}, growth of p99`, value: growth, unit: '×', goal: `≤ ${MOST_GROWTH}`, isMet: growth <= MOST_GROWTH },
		]
	})
}

/**
 * Compares the API with the same SQL statement in pgbench, and measures how the latency of writes and reads grows from ten
 * thousand to a million learners (`--people`). `--keep` uses the larger database again. Uses the product's durability settings.
 */
export async function measureProgress(options: BenchOptions): Promise<Measurement[]> {
	requirePrograms('pgbench', 'wrk')
	const fillTo = (learners: number) => async (database: BenchDatabase) => {
		const { rows } = await database.pools.app.query<{ count: number }>('select count(*)::int as count from auth.users')
		const filled = rows[0]?.count ?? 0
		options.print(`filling ${learners - filled} learners`)
		return fillLearners(database, filled, learners)
	}
	return withServer(options, {
		prepare: fillTo(FEW),
		measure: async (few) => [
			...(await measureRatio(few)),
			...(await withServer(
				{ ...options, port: options.port + 1 },
				{
					kept: options.keep,
					prepare: fillTo(options.people),
					measure: async (many) =>
						compare(
							await measureLatencies([
								{ bench: few, learners: FEW },
								{ bench: many, learners: options.people },
							]),
							[FEW, options.people],
						),
				},
			)),
		],
	})
}
