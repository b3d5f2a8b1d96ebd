import { loadModel, writeModelScript, writeWrkScript } from './refresh/gotrue-model.ts'
import { type BenchDatabase, fillLearners } from './rig/bench-database.ts'
import { runAlternately, requirePrograms, runPgbench, runWrk } from './rig/contest.ts'
import type { BenchOptions, Measurement } from './rig/measurement.ts'
import { type Bench, withServer } from './rig/run-server.ts'

const LEARNERS = 10_000
const ROUNDS = 7
const SECONDS = 3
const HTTP_CONNECTIONS = 64
/** Number of clients of the GoTrue model, and of connections in the server's pool. */
const DATABASE_CONNECTIONS = 8

type Sums = { refreshes: number; audits: number }

async function readSums({ pools }: BenchDatabase): Promise<Sums> {
	const { rows } = await pools.app.query<Sums>(
		`select (select coalesce(sum(refresh_counter), 0) from auth.sessions)::int as refreshes,
			(select count(*) from auth.audit_log_entries where action = 'token_refreshed' and outcome = 'success')::int as audits`,
	)
	return rows[0] ?? { refreshes: 0, audits: 0 }
}

async function openSessions({ pools }: BenchDatabase): Promise<void> {
	await pools.app.query(
		`with opened as (insert into auth.sessions (user_id, refresh_key) select id, sha256(id::text::bytea) from auth.users returning id)
		insert into auth.mfa_amr_claims (session_id, method) select id, 'password' from opened`,
	)
	await pools.app.query(
		`insert into auth.identities (provider, provider_id, user_id, identity_data)
		select 'email', id, id, jsonb_build_object('sub', id, 'email', email) from auth.users`,
	)
	await pools.app.query('vacuum (analyze) auth.sessions')
}

async function race({ database, server, options }: Bench): Promise<Measurement[]> {
	const { workDir, pin, print } = options
	const script = writeModelScript(workDir, LEARNERS, DATABASE_CONNECTIONS)
	let answered = 0
	const ours = async () => {
		const lua = await writeWrkScript(database, workDir)
		const rate = await runWrk({ origin: server.origin, script: lua, connections: HTTP_CONNECTIONS, seconds: SECONDS, pin })
		answered += rate.count
		return rate
	}
	const model = () => runPgbench({ env: database.env, script, clients: DATABASE_CONNECTIONS, seconds: SECONDS })
	const sides = [
		{ name: 'refresh over HTTP', run: ours },
		{ name: 'model', run: model },
	]
	const result = await runAlternately(sides, { rounds: ROUNDS, watched: [server.pid, database.pid], print })
	const { refreshes, audits } = await readSums(database)
	// wrk doesn't count requests in flight at the end of a run, although the server has handled them.
	const unseen = refreshes - answered
	if (refreshes !== audits || unseen < 0 || unseen > HTTP_CONNECTIONS * 2 * (ROUNDS + 1))
		throw new Error(`void: ${answered} answers, ${refreshes} refreshes, ${audits} audit rows`)
	const [ratio] = result.ratios
	const [own = 0, raw = 0] = result.perSecond
	const [ownCost = 1, modelCost = 0] = result.cost
	return [
		{
			name: 'refresh over HTTP, signed and audited',
			value: Math.round(own),
			unit: 'requests/s',
			note: `${HTTP_CONNECTIONS} HTTP connections; wrk used ${Math.round((result.clientShare[0] ?? 0) * 100)} % of a processor`,
		},
		{
			name: "model of GoTrue's refresh in pgbench",
			value: Math.round(raw),
			unit: 'transactions/s',
			note: `21 statements, ${DATABASE_CONNECTIONS} connections, prepared; no HTTP, no signature`,
		},
		{
			name: 'refresh / model',
			value: ratio?.median ?? 0,
			unit: '',
			goal: '≥ 1.0',
			isMet: (ratio?.median ?? 0) >= 1,
			note: `from ${ratio?.least.toFixed(2)} to ${ratio?.most.toFixed(2)}; ${result.note}`,
		},
		{
			name: 'refresh / model, by processor time',
			value: modelCost / ownCost,
			unit: '',
			note: `${Math.round(ownCost)} µs of server and database against ${Math.round(modelCost)} µs of the database alone`,
		},
	]
}

/**
 * Compares token refreshes, as browsers send them, with the bare statements that GoTrue sends, on the same database.
 * @throws Error unless every response contained its tokens, and every counter and audit row is correct
 */
export async function measureRefresh(options: BenchOptions): Promise<Measurement[]> {
	requirePrograms('pgbench', 'psql', 'wrk')
	const prepare = async (database: BenchDatabase) => {
		await fillLearners(database, 0, LEARNERS)
		await openSessions(database)
		await loadModel(database)
	}
	return withServer(options, { prepare, measure: race })
}
