import { BENCH_SITE, type BenchDatabase } from '#scripts/bench/rig/bench-database.ts'
import { openCallerDatabase } from '#server/db/caller-database.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { createDeps } from '#server/process/deps.ts'
import { readConfig } from '#server/process/environment.ts'
import { type ServiceContext, systemContext } from '#server/services/context.ts'
import { verifyAccessToken } from '#server/services/platform/keys/access-token.ts'

const REPEATS = 200_000

/** Creates the context of a process that serves this database without jobs. */
function openContext({ pools, url }: BenchDatabase): ServiceContext {
	const log = createLogger('error', () => {})
	const jobs = {
		enqueue: () => Promise.reject(new Error('no job runs while tokens are measured')),
	}
	const callerDb = openCallerDatabase({ connectionString: url }, log)
	return systemContext(
		createDeps(readConfig({ GOTRUE_SITE_URL: BENCH_SITE }), { db: pools.db, callerDb, jobs, log, now: () => new Date() }),
		'bench',
	)
}

async function microsecondsEach(tokens: readonly string[], ctx: ServiceContext): Promise<number> {
	const started = performance.now()
	for (const token of tokens) await verifyAccessToken(ctx, token)
	return ((performance.now() - started) * 1000) / tokens.length
}

/** Microseconds to verify a token for the first time, and again. */
export type TokenCost = { first: number; again: number }

/** @param tokens valid tokens without duplicates */
export async function measureTokenCost(database: BenchDatabase, tokens: readonly string[]): Promise<TokenCost> {
	const ctx = openContext(database)
	const [warmUp = '', ...fresh] = tokens
	await verifyAccessToken(ctx, warmUp) // reads the keys
	const first = await microsecondsEach(fresh, ctx)
	const again = await microsecondsEach(
		Array.from({ length: REPEATS }, (_each, index) => fresh[index % fresh.length] ?? warmUp),
		ctx,
	)
	return { first, again }
}
