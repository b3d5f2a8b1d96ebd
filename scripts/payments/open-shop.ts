import path from 'node:path'

import { type Config, readConfig } from '#server/config.ts'
import { type ServiceContext, systemContext } from '#server/context.ts'
import { openCallerDatabase } from '#server/db/caller-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openPools } from '#server/db/pools.ts'
import { createDeps } from '#server/deps.ts'
import { openJobRunner } from '#server/jobs/runner.ts'
import { createLogger } from '#server/logger.ts'

const projectDir = path.resolve(import.meta.dirname, '..', '..')

function loadConfig(): Config {
	try {
		return readConfig(process.env)
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
		process.exit(1)
	}
}

/**
 * The shop with the settings of its server, for one command: the same database, the same payment provider, no pages and
 * no jobs of its own. A server may run beside it on the same database.
 */
export async function withShop(name: string, work: (ctx: ServiceContext) => Promise<void>): Promise<void> {
	const config = loadConfig()
	const log = createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel, (line) => process.stderr.write(line))
	const database = await openDatabase({ ...config, projectDir }, log)
	try {
		await migrate(database.connection)
		const pools = openPools(database.connection, log)
		const callerDb = openCallerDatabase(database.connection, log)
		const jobs = await openJobRunner(database.connection, log)
		try {
			await work(systemContext(createDeps(config, { db: pools.db, callerDb, jobs: jobs.queue, log, now: () => new Date() }), name))
		} finally {
			await jobs.stop()
			await callerDb.close()
			await pools.close()
		}
	} finally {
		await database.stop()
	}
}
