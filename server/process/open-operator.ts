import path from 'node:path'
import { PgBoss } from 'pg-boss'

import { createJobQueue } from '#server/adapters/jobs/job-queue.ts'
import { openCallerDatabase } from '#server/db/caller-database.ts'
import { requireCurrentSchema } from '#server/db/migrate.ts'
import { openExistingDatabase } from '#server/db/open-database.ts'
import { openPools } from '#server/db/pools.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { type ProcessStart, type ServiceContext, systemContext } from '#server/services/context.ts'
import { readRunningConfig } from '#server/services/platform/service-settings/stored-settings.ts'

import { createDeps, createProcessState } from './deps.ts'
import { readConfig } from './environment.ts'

const PROJECT_DIR = path.resolve(import.meta.dirname, '..', '..')

type Environment = ProcessStart['environment']

const JOB_READER = {
	max: 1,
	supervise: false,
	schedule: false,
	migrate: false,
	createSchema: false,
	application_name: 'launchway-operator',
}

/**
 * Runs a command with a service context, with or without a running server. Creates and migrates nothing; jobs are enqueued but
 * not run.
 * @throws Error whose message says what to change
 */
export async function withOperator<T>(environment: Environment, log: Logger, work: (ctx: ServiceContext) => Promise<T>): Promise<T> {
	const config = readConfig(environment)
	const database = await openExistingDatabase({ ...config, projectDir: PROJECT_DIR }, log)
	process.stderr.write(`Database: ${database.name}\n`)
	try {
		await requireCurrentSchema(database.connection)
		const pools = openPools(database.pooled, log, 2)
		const callerDb = openCallerDatabase(database.pooled, log, 1)
		const boss = new PgBoss({ ...database.connection, ...JOB_READER })
		let isClosing = false
		// While it is being closed, a connection may report that the database stops.
		boss.on('error', (error) => isClosing || log.warn('job queue failed', { error }))
		try {
			await boss.start()
			const vault = { db: pools.db, config, state: createProcessState(pools.db) }
			const settled = await readRunningConfig(vault, { environment, readConfig })
			const deps = createDeps(settled, { db: pools.db, callerDb, jobs: createJobQueue(boss), log, now: () => new Date() })
			await deps.published.loadNewest()
			return await work(systemContext(deps, 'operator'))
		} finally {
			isClosing = true
			await boss.stop({ graceful: false })
			await callerDb.close()
			await pools.close()
		}
	} finally {
		await database.stop()
	}
}
