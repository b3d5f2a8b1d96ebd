import { PgBoss } from 'pg-boss'
import { onTestFinished } from 'vitest'

import { createJobQueue } from '#server/adapters/jobs/job-queue.ts'
import type { JobQueue } from '#server/adapters/jobs/port.ts'
import { openCallerDatabase } from '#server/db/caller-database.ts'
import { openPools } from '#server/db/pools.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { createDeps } from '#server/process/deps.ts'
import { readConfig } from '#server/process/environment.ts'
import type { Deps } from '#server/services/context.ts'

import { cloneDatabase } from './clone-database.ts'
import { fewPages } from './site-pages.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export type TestOverrides = Partial<Deps> & {
	/** Environment variables for readConfig, in addition to NODE_ENV=test. */
	env?: Record<string, string>
}

export type TestDeps = {
	deps: Deps
	clock: TestClock
	/** Log of the server, one JSON object per line. */
	logLines: string[]
	/** Called automatically after the test if makeTestDeps was called inside one. */
	close: () => Promise<void>
}

const backstage = new WeakMap<JobQueue, { boss: PgBoss; clock: TestClock }>()

/** Returns a test's job queue, for `runDueJobs`. */
export function findBackstage(deps: Deps) {
	const found = backstage.get(deps.jobs)
	if (!found) throw new Error('these deps were not made by makeTestDeps')
	return found
}

function closeAfterTest(close: () => Promise<void>) {
	try {
		onTestFinished(close)
	} catch {
		// Not in a test, so the caller has to close it.
	}
}

/**
 * Creates everything the server needs, without fakes: a database cloned from the migrated template, the durable queue and the
 * sandbox adapters. The test controls only the time. Jobs wait until `runDueJobs(deps)`.
 */
export async function makeTestDeps({ env = {}, ...overrides }: TestOverrides = {}): Promise<TestDeps> {
	const database = await cloneDatabase()
	const logLines: string[] = []
	const log = createLogger('debug', (line) => logLines.push(line))
	const pools = openPools(database.connection, log, 5)
	// Without a limit: two hundred parallel calls share five connections, and on a busy machine the last one waits for minutes.
	pools.app.options.connectionTimeoutMillis = 0
	const callerDb = openCallerDatabase(database.connection, log, 5)
	const boss = new PgBoss({
		db: { executeSql: (text, values) => pools.app.query(text, values) },
		migrate: false,
		supervise: false,
		schedule: false,
	})
	await boss.start()
	const clock = createTestClock()
	const jobs = createJobQueue(boss)
	backstage.set(jobs, { boss, clock })
	const config = readConfig({ NODE_ENV: 'test', PORT: '3000', ...env })
	// Shared content services keep tracking the newest release.
	const made = createDeps(config, { db: pools.db, callerDb, jobs, log, now: clock.now, pages: fewPages })
	const deps: Deps = Object.defineProperties(made, Object.getOwnPropertyDescriptors(overrides))

	let closing: Promise<void> | null = null
	const close = () => {
		closing ??= (async () => {
			await boss.stop({ graceful: false })
			await callerDb.close()
			await pools.close()
			await database.drop()
		})()
		return closing
	}
	closeAfterTest(close)
	return { deps, clock, logLines, close }
}
