import path from 'node:path'

import { documentThreads } from '#server/adapters/documents/document-threads.ts'
import type { Config } from '#server/config/config.ts'
import { openCallerDatabase } from '#server/db/caller-database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openPools } from '#server/db/pools.ts'
import { watchDatabase } from '#server/db/watch-database.ts'
import { openJobRunner } from '#server/jobs/runner.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { systemContext } from '#server/services/context.ts'
import { createVisitCounter } from '#server/services/people/visits/visit-counter.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { createApp } from './app.ts'
import { checkServices } from './check-services.ts'
import { createDeps } from './deps.ts'
import { listen } from './listen.ts'
import { openSite } from './open-site.ts'
import { refusePlaceholders } from './refuse-placeholders.ts'
import { wings } from './wings.ts'

const PROJECT_DIR = path.resolve(import.meta.dirname, '..', '..')
const BUILD_DIR = path.join(PROJECT_DIR, 'build')

export type RunningServer = { host: string; port: number; stop: () => Promise<void> }

/** Stops things in the reverse order of their start, even if one fails to stop. */
class Teardown {
	readonly #steps: { name: string; stop: () => Promise<void> }[] = []
	readonly #log: Logger

	constructor(log: Logger) {
		this.#log = log
	}

	add(name: string, stop: () => Promise<void>): void {
		this.#steps.unshift({ name, stop })
	}

	async run(): Promise<void> {
		for (const { name, stop } of this.#steps.splice(0))
			await stop().catch((error: unknown) => this.#log.error(`could not stop the ${name}`, { error }))
	}
}

/**
 * Starts everything: database, schema, jobs, HTTP. When a step fails, everything already started is stopped.
 * @throws Error whose message tells the reader what to change
 */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
	refusePlaceholders(config)
	const teardown = new Teardown(log)
	try {
		const database = await openDatabase({ ...config, projectDir: PROJECT_DIR }, log)
		teardown.add('database', database.stop)
		const pools = openPools(database.connection, log)
		teardown.add('connections', pools.close)
		const callerDb = openCallerDatabase(database.connection, log)
		teardown.add('connections of callers', callerDb.close)
		const watch = await watchDatabase(database.connection, log, {
			dataDir: database.dataDir,
			onChange(isAway) {
				pools.shut(isAway)
				callerDb.shut(isAway)
			},
		})
		teardown.add('watch over the database', watch.stop)
		const applied = await migrate(database.connection)
		if (applied.length > 0) log.info('migrated', { applied })
		const jobs = await openJobRunner(database.connection, log)
		teardown.add('jobs', jobs.stop)
		teardown.add('threads of documents', documentThreads.close)
		const deps = createDeps(config, { db: pools.db, callerDb, jobs: jobs.queue, log, now: () => new Date() })
		// Before the first request: transactions that load a key at the same time would wait for each other's connections.
		await loadSecrets(deps)
		await jobs.work(deps)
		// This build may have brought a new article.
		await inTransaction(pools.db, (tx) => jobs.queue.enqueue(tx, { name: 'announce-articles', payload: {} }))

		teardown.add('counts of visits', deps.state.of(createVisitCounter).flush)
		const app = createApp(deps, openSite(BUILD_DIR, config, log), watch.check)
		const listener = await listen(app.fetch, config)
		teardown.add('HTTP server', listener.close)
		void checkServices(config, log)
		for (const { whenStarted } of wings)
			whenStarted?.(systemContext(deps, 'start')).catch((error: unknown) => log.error('could not finish the start', { error }))
		return { host: config.host, port: listener.port, stop: () => teardown.run() }
	} catch (error) {
		await teardown.run()
		throw error
	}
}
