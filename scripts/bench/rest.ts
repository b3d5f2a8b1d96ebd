import { measureTokenCost, type TokenCost } from './rest/token-cost.ts'
import { openNumberedSessions, writePgbenchScript, writeTransactionScript, writeWrkScript } from './rest/write-scripts.ts'
import { type BenchDatabase, fillLearners, issueTokens } from './rig/bench-database.ts'
import { runAlternately, requirePrograms, runPgbench, runWrk } from './rig/contest.ts'
import type { BenchOptions, Measurement } from './rig/measurement.ts'
import { type Bench, withServer } from './rig/run-server.ts'

const LEARNERS = 10_000
/** Number of tokens. All are used in the first round, because the cost of a new token is measured separately. */
const TOKENS = 500
/** Number of pgbench clients. Must equal the connection pool of /rest/v1 (server/db/caller-database.ts) for a fair comparison. */
const DATABASE_CONNECTIONS = 10
const HTTP_CONNECTIONS = 64
const ROUNDS = 7
const SECONDS = 3

async function countWritten({ pools }: BenchDatabase): Promise<{ all: number; written: number }> {
	const { rows } = await pools.app.query<{ all: number; written: number }>(
		`select count(*)::int as all, count(*) filter (where course_progress_notifications and not payment_notifications)::int as written
		from user_sms_settings`,
	)
	return rows[0] ?? { all: 0, written: 0 }
}

/** Runs /rest/v1, the same transaction in pgbench and the bare statement alternately. */
async function race({ database, server, options }: Bench): Promise<Measurement[]> {
	const { workDir, pin, print } = options
	const lua = writeWrkScript(workDir, await issueTokens(database, LEARNERS, TOKENS))
	await openNumberedSessions(database)
	const inPgbench = (script: string, env: Record<string, string>) => () =>
		runPgbench({ env, script, clients: DATABASE_CONNECTIONS, seconds: SECONDS })
	const sides = [
		{ name: '/rest/v1', run: () => runWrk({ origin: server.origin, script: lua, connections: HTTP_CONNECTIONS, seconds: SECONDS, pin }) },
		{ name: 'same transaction', run: inPgbench(writeTransactionScript(workDir, LEARNERS), { ...database.env, PGUSER: 'authenticator' }) },
		{ name: 'bare upsert', run: inPgbench(writePgbenchScript(workDir, LEARNERS), database.env) },
	]
	const result = await runAlternately(sides, { rounds: ROUNDS, watched: [server.pid, database.pid], print })
	const { all, written } = await countWritten(database)
	if (written !== all || all < TOKENS) throw new Error(`void: ${written} of ${all} rows hold what was sent`)
	const [own = 0, transaction = 0, bare = 0] = result.perSecond
	const [same, plain] = result.ratios
	const [ownCost = 1, transactionCost = 0, bareCost = 0] = result.cost
	const span = (ratio: typeof same) => `from ${ratio?.least.toFixed(2)} to ${ratio?.most.toFixed(2)}; ${result.note}`
	return [
		{
			name: '/rest/v1 upsert under row-level security',
			value: Math.round(own),
			unit: 'requests/s',
			note: `${HTTP_CONNECTIONS} HTTP connections; wrk used ${Math.round((result.clientShare[0] ?? 0) * 100)} % of a processor`,
		},
		{
			name: 'same transaction in pgbench',
			value: Math.round(transaction),
			unit: 'transactions/s',
			note: `session, role and claims, upsert under the policies, commit; ${DATABASE_CONNECTIONS} connections, prepared`,
		},
		{ name: 'bare upsert in pgbench', value: Math.round(bare), unit: 'statements/s', note: 'no role, no policies, likewise' },
		{ name: '/rest/v1 upsert / same transaction', value: same?.median ?? 0, unit: '', note: span(same) },
		{
			name: '/rest/v1 upsert / bare upsert',
			value: plain?.median ?? 0,
			unit: '',
			goal: '≥ 0.5',
			isMet: (plain?.median ?? 0) >= 0.5,
			note: span(plain),
		},
		{
			name: '/rest/v1 upsert, processor time',
			value: Math.round(ownCost),
			unit: 'µs',
			note: `server and database; the transaction in pgbench takes ${Math.round(transactionCost)} µs of the database, the bare upsert ${Math.round(bareCost)} µs`,
		},
	]
}

/**
 * Compares saving settings with the same transaction and the bare statement in the same run, and measures the cost of a token.
 * @throws Error unless every row of the table contains what was sent
 */
export async function measureRest(options: BenchOptions): Promise<Measurement[]> {
	requirePrograms('pgbench', 'wrk')
	const prepare = async (database: BenchDatabase) => {
		await fillLearners(database, 0, LEARNERS)
		return measureTokenCost(database, await issueTokens(database, LEARNERS, TOKENS))
	}
	const measure = async (bench: Bench, { first, again }: TokenCost) => [
		...(await race(bench)),
		{ name: 'access token, first time', value: first, unit: 'µs', note: `ES256, one after another, ${TOKENS} tokens` },
		{ name: 'access token, seen before', value: again, unit: 'µs', note: 'from memory' },
	]
	return withServer(options, { prepare, measure })
}
