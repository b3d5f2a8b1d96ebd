import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'

import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Connection, openUnlimitedPools, type Pools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { createProcessState } from '#server/process/deps.ts'
import { readConfig } from '#server/process/environment.ts'
import { signAccessToken } from '#server/services/platform/keys/access-token.ts'
import { readSigningKeys } from '#server/services/platform/keys/signing-keys.ts'

/** Rows per learner: enough for several index pages, few enough to load in a minute. */
export const ROWS_PER_LEARNER = 6
export const BENCH_SECTION = '1/introduction-orientation'

/** Returns SQL for the nth learner's ID, so that pgbench and the loader compute the same IDs without a table. */
export const sqlLearnerId = (n: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const learnerId = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`

/** Site URL of the measured server, which accepts only tokens issued for this URL. */
export const BENCH_SITE = 'http://launchway.localhost'

export type BenchDatabase = {
	pools: Pools
	url: string
	env: Record<string, string>
	pid: number
	logFile: string
	stop: () => Promise<void>
}

/**
 * Starts a separate PostgreSQL with the product's tables and durability.
 * @param kept folder of a database that later runs use again; without it, one that is deleted with `workDir`
 */
export async function openBenchDatabase(workDir: string, kept?: string): Promise<BenchDatabase> {
	const dir = kept ?? mkdtempSync(path.join(workDir, 'database-')) // a run uses several databases
	mkdirSync(dir, { recursive: true })
	for (const folder of [workDir, dir]) chmodSync(folder, 0o711) // as root, the database server runs as another account, which must reach its files
	const server = await ensureEmbedded({ dir, lifeline: true })
	const { host, port, user, database } = server
	const connection: Connection = { host, port, user, database }
	const log = createLogger('error', (line) => process.stderr.write(line))
	await migrate(connection)
	const pools = openUnlimitedPools(connection, log)
	const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
	return {
		pools,
		url,
		pid: server.pid,
		logFile: server.logFile,
		env: { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database },
		async stop() {
			await pools.close()
			await server.stop()
		},
	}
}

/** Adds learners and their rows up to `count`, and updates the tables' statistics. */
export async function fillLearners({ pools }: BenchDatabase, from: number, count: number): Promise<void> {
	const client = await pools.app.connect()
	try {
		await client.query('set statement_timeout = 0')
		await client.query('set synchronous_commit = off')
		await client.query(
			`insert into auth.users (id, email) select ${sqlLearnerId('n')}, 'bench-' || n || '@example.test' from generate_series($1::bigint, $2::bigint) n`,
			[from + 1, count],
		)
		await client.query(
			`insert into progress_entries (user_id, kind, key, done, changed_at)
			select ${sqlLearnerId('n')}, 'section', case r when 0 then '${BENCH_SECTION}' else '1/section-' || r end, true, now() - interval '1 day'
			from generate_series($1::bigint, $2::bigint) n, generate_series(0, ${ROWS_PER_LEARNER - 1}) r`,
			[from + 1, count],
		)
		await client.query('vacuum (analyze) auth.users')
		await client.query('vacuum (analyze) progress_entries')
		await client.query('checkpoint')
	} finally {
		client.release(true)
	}
}

/** Issues tokens for learners spread evenly over the first `count`, each with a separate session. */
export async function issueTokens({ pools }: BenchDatabase, count: number, howMany: number): Promise<string[]> {
	const userIds = Array.from({ length: howMany }, (_each, index) => learnerId(1 + Math.floor((index * count) / howMany)))
	const { rows } = await pools.app.query<{ id: string; user_id: string }>(
		`insert into auth.sessions (user_id, refresh_key) select id, '\\x00' from unnest($1::uuid[]) as learner (id) returning id, user_id`,
		[userIds],
	)
	const config = readConfig({ GOTRUE_SITE_URL: BENCH_SITE })
	const keys = await readSigningKeys({ db: pools.db, state: createProcessState(pools.db), now: () => new Date(), config })
	const iat = Math.floor(Date.now() / 1000)
	return rows.map(({ id, user_id: sub }) =>
		signAccessToken(keys, {
			iss: `${BENCH_SITE}/auth/v1`,
			sub,
			aud: 'authenticated',
			iat,
			exp: iat + 7200,
			role: 'authenticated',
			email: '',
			phone: '',
			app_metadata: {},
			user_metadata: {},
			session_id: id,
			aal: 'aal1',
			amr: [],
			is_anonymous: false,
		}),
	)
}
