import { BENCH_SITE, type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import type { BenchOptions, Measurement } from './measurement.ts'
import { type RunningProgram, runServer } from './run-server.ts'

const START_LIMIT_SECONDS = 60

export type Bench = { database: BenchDatabase; server: RunningProgram; options: BenchOptions }

type Steps<Prepared> = {
	/** Additional environment variables (docs/configuration.md). */
	settings?: Record<string, string>
	/** Node.js arguments of the server. */
	nodeArguments?: readonly string[]
	/** Path polled until it responds; `/` by default. */
	firstPath?: string
	kept?: string | undefined
	/** Fills the database before the server opens it. */
	prepare: (database: BenchDatabase) => Promise<Prepared>
	measure: (bench: Bench, prepared: Prepared) => Promise<Measurement[]>
}

/**
 * Measures a server with a separate database, and always stops both.
 * @throws Error if either doesn't start
 */
export async function withServer<Prepared>(
	options: BenchOptions,
	{ settings = {}, nodeArguments = [], firstPath = '/', kept, prepare, measure }: Steps<Prepared>,
): Promise<Measurement[]> {
	const database = await openBenchDatabase(options.workDir, kept)
	try {
		const prepared = await prepare(database)
		const env = { DATABASE_URL: database.url, LOG_LEVEL: 'error', GOTRUE_SITE_URL: BENCH_SITE, ...settings }
		const command = [process.execPath, ...nodeArguments, 'server/main.ts']
		const server = await runServer({ command, port: options.port, env, firstPath, limitSeconds: START_LIMIT_SECONDS })
		try {
			return await measure({ database, server, options }, prepared)
		} finally {
			await server.stop()
		}
	} finally {
		await database.stop()
	}
}
