import path from 'node:path'
import { PgBoss } from 'pg-boss'

import type { Config } from '#server/config.ts'
import { type ServiceContext, systemContext } from '#server/context.ts'
import { openCallerDatabase } from '#server/db/caller-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openPools } from '#server/db/pools.ts'
import { createDeps } from '#server/deps.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { createQueues } from '#server/jobs/queues.ts'
import type { Logger } from '#server/logger.ts'

const PROJECT_DIR = path.resolve(import.meta.dirname, '..', '..')

/**
 * Runs one command of the operator beside a server that runs or alone: the database is that of DATABASE_URL or the
 * embedded one, and jobs are written but not worked.
 * @throws Error whose message tells the reader what to change
 */
export async function withOperator<T>(config: Config, log: Logger, work: (ctx: ServiceContext) => Promise<T>): Promise<T> {
	const database = await openDatabase({ ...config, projectDir: PROJECT_DIR }, log)
	try {
		await migrate(database.connection)
		const pools = openPools(database.connection, log, 2)
		const callerDb = openCallerDatabase(database.connection, log, 1)
		const boss = new PgBoss({ ...database.connection, max: 1, supervise: false, schedule: false, application_name: 'launchway-operator' })
		boss.on('error', (error) => log.warn('job queue failed', { error }))
		try {
			await boss.start()
			await createQueues(boss)
			const deps = createDeps(config, { db: pools.db, callerDb, jobs: createJobQueue(boss), log, now: () => new Date() })
			return await work(systemContext(deps, 'operator'))
		} finally {
			await boss.stop({ graceful: false })
			await callerDb.close()
			await pools.close()
		}
	} finally {
		await database.stop()
	}
}
