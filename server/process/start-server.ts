import type { Server } from 'node:net'

import { documentThreads } from '#server/adapters/documents/document-threads.ts'
import type { Config } from '#server/config/config.ts'
import { copyBeforeMigrating } from '#server/db/backup/copy-before-migrating.ts'
import { openCallerDatabase } from '#server/db/caller-database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { migrate } from '#server/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { openPools } from '#server/db/pools.ts'
import { watchDatabase } from '#server/db/watch-database.ts'
import { openJobRunner } from '#server/jobs/runner.ts'
import type { Logger } from '#server/kernel/logger.ts'
import type { Deps } from '#server/services/context.ts'
import { createVisitCounter } from '#server/services/people/visits/visit-counter.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { createApp } from './app.ts'
import { checkServices } from './check-services.ts'
import { createDeps } from './deps.ts'
import { finishStart } from './finish-start.ts'
import { listen } from './listen.ts'
import { openSite } from './open-site.ts'
import { PublishedContent } from './published-content.ts'
import { refusePlaceholders, textsOf } from './refuse-placeholders.ts'
import { PROJECT_DIR } from './site-folders.ts'
import { wings } from './wings.ts'

/** For so long connections to a process that has handed over may bring one more request. */
const HAND_OVER_MS = 5000

export type RunningServer = {
	host: string
	port: number
	socket: Server
	/** What a process that takes over needs of this one. */
	estate: Estate
	/** Ends everything but the database, which a process that took over goes on using. */
	retire: () => Promise<void>
	stop: () => Promise<void>
}

export type Estate = Pick<OpenDatabase, 'connection' | 'name' | 'dataDir'>

/** How a process takes over from another: with its database, and with its socket at the last moment. */
export type Succession = { estate: Estate; takeSocket: () => Promise<Server> }

type Start = {
	buildDir: string
	succession?: Succession
	/** Another server has the folder of the database: this one must end. */
	onClaimLost: (error: Error) => void
}

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

async function openOwn(config: Config, log: Logger, ground: Teardown): Promise<Estate> {
	const database = await openDatabase({ ...config, projectDir: PROJECT_DIR }, log)
	ground.add('database', database.stop)
	return database
}

/** Migrates the database, an embedded one after a copy of it was made. */
async function upgrade({ connection, dataDir }: Estate, log: Logger): Promise<void> {
	const applied = await migrate(connection, {
		async beforeChange(newest) {
			if (dataDir === null) return
			const { to, megabytes } = await copyBeforeMigrating({ connection, dataDir }, newest)
			log.info('copied the database before migrating it; docs/backup.md says how to go back', { folder: to, megabytes })
		},
	})
	if (applied.length > 0) log.info('migrated', { applied })
}

/** Does what has to be done before the first request. */
async function prepare(deps: Deps, { isTakingOver }: { isTakingOver: boolean }): Promise<void> {
	// Transactions that load a key at the same time would wait for each other's connections.
	await loadSecrets(deps)
	// A process that takes over gets its pages from the one that published them.
	if (!isTakingOver) for (const wing of wings) await wing.beforeServing?.(deps)
	await deps.published.take()
	// Only now: after a restore the folder of edits, which the process began with, had none of what the console published.
	refusePlaceholders(deps.config, textsOf(deps.content))
}

/**
 * Starts everything: database, schema, jobs, HTTP. When a step fails, everything already started is stopped.
 * @throws Error whose message tells the reader what to change
 */
export async function startServer(config: Config, log: Logger, { buildDir, succession, onClaimLost }: Start): Promise<RunningServer> {
	const teardown = new Teardown(log)
	const ground = new Teardown(log)
	let isRetired = false
	const stop = () => teardown.run().then(() => ground.run())
	try {
		const database = succession?.estate ?? (await openOwn(config, log, ground))
		const pools = openPools(database.connection, log)
		teardown.add('connections', pools.close)
		const callerDb = openCallerDatabase(database.connection, log)
		teardown.add('connections of callers', callerDb.close)
		const watch = await watchDatabase(database.connection, log, {
			dataDir: database.dataDir,
			isClaimed: succession !== undefined,
			onChange(isAway) {
				if (isRetired) return
				pools.shut(isAway)
				callerDb.shut(isAway)
			},
			onClaimLost,
		})
		// It holds the claim to the folder, also for a process that takes over.
		ground.add('watch over the database', watch.stop)
		await upgrade(database, log)
		const jobs = await openJobRunner(database.connection, log)
		teardown.add('jobs', jobs.stop)
		teardown.add('threads of documents', documentThreads.close)
		const published = new PublishedContent(pools.db, log)
		const deps = createDeps(config, { db: pools.db, callerDb, jobs: jobs.queue, log, now: () => new Date(), published })
		await prepare(deps, { isTakingOver: succession !== undefined })
		teardown.add('news of releases', published.follow(database.connection))
		await jobs.work(deps)
		// This build may have brought a new article.
		await inTransaction(pools.db, (tx) => jobs.queue.enqueue(tx, { name: 'announce-articles', payload: {} }))
		teardown.add('counts of visits', deps.state.of(createVisitCounter).flush)
		const app = createApp(deps, openSite(buildDir, deps), watch.check)
		const socket = await succession?.takeSocket()
		const listener = await listen(app.fetch, { host: config.host, port: config.port, ...(socket && { socket }) })
		let patienceMs = 0
		teardown.add('HTTP server', () => listener.close(patienceMs))
		void checkServices(config, log)
		const stopping = new AbortController()
		const finished = finishStart(deps, stopping.signal)
		teardown.add('work after the start', () => {
			stopping.abort()
			return finished
		})
		const retire = () => {
			isRetired = true
			patienceMs = HAND_OVER_MS
			return teardown.run()
		}
		const { connection, name, dataDir } = database
		return { host: config.host, port: listener.port, socket: listener.socket, estate: { connection, name, dataDir }, retire, stop }
	} catch (error) {
		await stop()
		throw error
	}
}
