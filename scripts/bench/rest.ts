import { runCommand } from '#scripts/run-command.ts'

import { hasProgram } from './load.ts'
import { type BenchOptions, type Measurement, median } from './measurement.ts'
import { processorSeconds } from './process-tree.ts'
import { BENCH_SITE, type BenchDatabase, fillLearners, issueTokens, openBenchDatabase } from './progress/bench-database.ts'
import { measureTokenCost } from './rest/token-cost.ts'
import { writePgbenchScript, writeWrkScript } from './rest/write-scripts.ts'
import { type RunningProgram, runServer } from './run-server.ts'

const LEARNERS = 10_000
/** Few enough that the first round has met them all: what a first meeting costs is measured by itself. */
const TOKENS = 500
/** Connections of the pool of /rest/v1, and clients of pgbench. */
const DATABASE_CONNECTIONS = 10
const HTTP_CONNECTIONS = 64
const ROUNDS = 5
const SECONDS = 3

async function rawRate({ env }: BenchDatabase, script: string): Promise<number> {
	const given = Object.entries(env).map(([name, value]) => `${name}=${value}`)
	const clients = ['-c', String(DATABASE_CONNECTIONS), '-j', '1', '-T', String(SECONDS)]
	const { output } = await runCommand(['env', ...given, 'pgbench', '-n', '-M', 'prepared', ...clients, '-f', script])
	const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1])
	if (!(perSecond > 0)) throw new Error(`pgbench could not measure:\n${output}`)
	return perSecond
}

type WireRate = { perSecond: number; /** Processor time of the server, without the database, in microseconds. */ cost: number }

async function wireRate({ origin, pid }: RunningProgram, script: string): Promise<WireRate> {
	const before = processorSeconds(pid)
	const { output } = await runCommand(['wrk', '-t1', `-c${HTTP_CONNECTIONS}`, `-d${SECONDS}s`, '--timeout', '10s', '-s', script, origin])
	const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
	const answers = Number(/(\d+) requests in/.exec(output)?.[1])
	if (!(perSecond > 0) || !(answers > 0) || /Non-2xx|Socket errors/.test(output)) throw new Error(`wrk could not measure:\n${output}`)
	return { perSecond, cost: ((processorSeconds(pid) - before) / answers) * 1e6 }
}

/** The wire and pgbench in turn, so that whatever else the machine does falls on both. */
async function measureRatio(database: BenchDatabase, server: RunningProgram, options: BenchOptions): Promise<Measurement[]> {
	const missing = ['pgbench', 'wrk'].filter((name) => !hasProgram(name))
	if (missing.length > 0) {
		options.print(`${missing.join(' and ')} not installed: no throughput of /rest/v1`)
		return []
	}
	const sql = writePgbenchScript(options.workDir, LEARNERS)
	const lua = writeWrkScript(options.workDir, await issueTokens(database, LEARNERS, TOKENS))
	const rounds: { own: number; raw: number; cost: number }[] = []
	for (let round = 0; round <= ROUNDS; round++) {
		const { perSecond: own, cost } = await wireRate(server, lua)
		const raw = await rawRate(database, sql)
		options.print(`/rest/v1: ${Math.round(own)} requests/s, pgbench: ${Math.round(raw)} statements/s`)
		if (round > 0) rounds.push({ own, raw, cost }) // the first one warms up
	}
	const ratios = rounds.map(({ own, raw }) => own / raw)
	const ratio = median(ratios)
	const how = `${HTTP_CONNECTIONS} HTTP connections over ${DATABASE_CONNECTIONS} to the database, median of ${ROUNDS} × ${SECONDS} s in turn`
	return [
		{
			name: '/rest/v1 upsert under row-level security',
			value: Math.round(median(rounds.map(({ own }) => own))),
			unit: 'requests/s',
			note: how,
		},
		{
			name: 'same upsert in pgbench',
			value: Math.round(median(rounds.map(({ raw }) => raw))),
			unit: 'statements/s',
			note: `${DATABASE_CONNECTIONS} connections, prepared, a commit each, no role and no policies`,
		},
		{
			name: '/rest/v1 upsert / pgbench',
			value: ratio,
			unit: '',
			goal: '≥ 0.5',
			isMet: ratio >= 0.5,
			note: `from ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
		},
		{
			name: '/rest/v1 upsert, processor time of the server',
			value: Math.round(median(rounds.map(({ cost }) => cost))),
			unit: 'µs/request',
			note: 'without the database; steadier than the rate on a busy machine',
		},
	]
}

/** Saving settings through the Supabase wire against the bare statement in the same run, and what a token costs. */
export async function measureRest(options: BenchOptions): Promise<Measurement[]> {
	const database = await openBenchDatabase(options.workDir)
	try {
		await fillLearners(database, 0, LEARNERS)
		const { first, again } = await measureTokenCost(database, await issueTokens(database, LEARNERS, TOKENS))
		const env = { DATABASE_URL: database.url, LOG_LEVEL: 'error', GOTRUE_SITE_URL: BENCH_SITE }
		const command = [process.execPath, 'server/main.ts']
		const server = await runServer({ command, port: options.port, env, limitSeconds: 60 })
		try {
			return [
				...(await measureRatio(database, server, options)),
				{ name: 'access token, first time', value: first, unit: 'µs', note: `ES256, one after another, ${TOKENS} tokens` },
				{ name: 'access token, seen before', value: again, unit: 'µs', note: 'from memory' },
			]
		} finally {
			await server.stop()
		}
	} finally {
		await database.stop()
	}
}
