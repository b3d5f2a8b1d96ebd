import os from 'node:os'
import path from 'node:path'

import { documentThreads } from '#server/adapters/documents/document-threads.ts'
import type { Config } from '#server/config/config.ts'
import { copyBeforeMigrating } from '#server/db/backup/copy-before-migrating.ts'
import { openCallerDatabase } from '#server/db/caller-database.ts'
import { inTransaction } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { openPools } from '#server/db/pools.ts'
import { type DatabaseWatch, watchDatabase } from '#server/db/watch-database.ts'
import { type JobRunner, openJobRunner } from '#server/jobs/runner.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { requireBuild } from '#server/pages/built-files.ts'
import type { PageServer } from '#server/pages/serve-pages.ts'
import { type Deps, type ProcessStart, systemContext } from '#server/services/context.ts'
import { createVisitCounter } from '#server/services/people/visits/visit-counter.ts'
import { prepareKeys } from '#server/services/platform/keys/prepare-keys.ts'
import {
	confirmSettings,
	readActiveSettingsVersion,
	resolveStartConfig,
} from '#server/services/platform/service-settings/stored-settings.ts'

import { createApp } from './app.ts'
import { findServiceProblems, logServiceProblems } from './check-services.ts'
import { createDeps, createProcessState, type ProcessResources } from './deps.ts'
import { readConfig } from './environment.ts'
import { runStartHooks } from './finish-start.ts'
import { followSettings } from './follow-settings.ts'
import { type FetchHandler, startHttpServer } from './listen.ts'
import { startObserving } from './observe.ts'
import { BUILD_DIR, openPages, PROJECT_DIR } from './open-pages.ts'
import { plugins } from './plugins.ts'
import { PublishedContent } from './published-content.ts'
import { createReadiness } from './readiness.ts'
import { recordMinutes } from './record-minutes.ts'
import { listPlaceholders, refusePlaceholders, textsOf } from './refuse-placeholders.ts'
import type { SupervisedResources } from './supervised.ts'

export type RunningServer = {
	host: string
	port: number
	/** Configuration, including values from the console. */
	config: Config
	/** Lines to print for the user who started the server. */
	lines: readonly string[]
	stop: () => Promise<void>
	/** Lets another server take over: accepts no more connections, finishes the open ones within `limitMs`, and stops. */
	retire: (limitMs: number) => Promise<void>
}

type Start = {
	/** Called when another server has claimed the database, so that this one stops. */
	onClaimLost: (error: Error) => void
	environment: ProcessStart['environment']
	restart: ProcessStart['restart']
	/** Socket and database of the supervisor; null for a server without one. */
	kept: SupervisedResources | null
}

/** Steps of a shutdown, run in the reverse order of the start, even if one fails. */
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

/** Migrates the database. An embedded one is copied first. */
async function upgrade({ connection, dataDir }: OpenDatabase, log: Logger): Promise<void> {
	const applied = await migrate(connection, {
		async beforeChange(newest) {
			if (dataDir === null) return
			const { to, megabytes } = await copyBeforeMigrating({ connection, dataDir }, newest)
			log.info('database copied before the migration; docs/backup.md explains how to go back', { folder: to, megabytes })
		},
	})
	if (applied.length > 0) log.info('migrated', { migrations: applied.length, newest: applied.at(-1) })
}

/**
 * Prepares keys, plugins and content before the first request.
 * @throws Error if the texts of a live site contain a placeholder
 */
async function prepare(deps: Deps): Promise<void> {
	// Load keys first: transactions that each take a second connection to load a key could use up the pool and wait for each
	// other.
	await prepareKeys(deps)
	for (const plugin of plugins) await plugin.beforeServing?.(deps)
	await deps.published.loadNewest()
	refusePlaceholders(deps.config, textsOf(deps.content))
}

/** Returns this server's name, which stays the same after a restart and differs from the names of other servers. */
const nameServer = ({ port }: Config) => `${os.hostname()}:${port}`

type Site = { deps: Deps; pages: PageServer | null; settingsVersion: string }

const PROBES = new Set(['/livez', '/readyz'])

/** Answers only probes, for a server that only runs jobs. */
const answerProbes =
	(fetch: FetchHandler): FetchHandler =>
	(request, bindings) =>
		PROBES.has(new URL(request.url).pathname) ? fetch(request, bindings) : new Response('This server runs jobs.\n', { status: 404 })

const openOwnOrKept = async (given: Config, log: Logger, kept: SupervisedResources | null): Promise<OpenDatabase> =>
	kept?.database
		? { ...kept.database, pooled: kept.database.connection, stop: async () => {} }
		: openDatabase({ ...given, projectDir: PROJECT_DIR }, log)

async function openDeps(given: Config, foundation: ProcessResources & { start: ProcessStart }) {
	const { db, log, now, start } = foundation
	const settingsVersion = await readActiveSettingsVersion({ db })
	const config = await resolveStartConfig(
		{ db, config: given, state: createProcessState(db) },
		{ ...start, log, now, server: nameServer(given) },
	)
	const pages = openPages(config, log)
	const published = new PublishedContent(db, log, {
		...(pages && { prepare: pages.prepare }),
		findProblems: async (content) => [...listPlaceholders(config, textsOf(content)), ...((await pages?.findBroken(content)) ?? [])],
	})
	return { deps: createDeps(config, { ...foundation, published, ...(pages && { pages }) }), pages, published, settingsVersion }
}

/** Starts listening. A server that takes over from another one first checks that it's ready. */
async function openSite(
	{ deps, pages, settingsVersion, watch, kept }: Site & { watch: DatabaseWatch; kept: SupervisedResources | null },
	teardown: Teardown,
) {
	const { config, log } = deps
	const readiness = createReadiness(config, watch.check, (request) => pages?.serve(request, deps.content) ?? null)
	const app = createApp(deps, readiness.serve, readiness.check)
	if (kept?.isTakeover) await readiness.check()
	let isRetired = false
	const fetch = config.parts === 'jobs' ? answerProbes(app.fetch) : app.fetch
	const listener = await startHttpServer(fetch, { host: config.host, port: config.port, socket: kept?.socket })
	teardown.add('HTTP server', listener.close)
	teardown.add('readiness', async () => {
		if (isRetired) return
		listener.endConnections()
		await readiness.drain()
	})
	teardown.add('record of served minutes', recordMinutes(deps, readiness.checkGently))
	const hasProved = await confirmSettings(deps, nameServer(config))
	teardown.add('settings listener', followSettings(deps, hasProved ? await readActiveSettingsVersion(deps) : settingsVersion))
	void logServiceProblems(config, log)
	const retire = (limitMs: number) => {
		isRetired = true
		return listener.retire(limitMs)
	}
	return { port: listener.port, retire }
}

/**
 * Starts the server. If a step fails, everything already started is stopped.
 * @param given configuration without values from the console, which are in the database
 * @throws Error whose message says what to change
 */
export async function startServer(given: Config, log: Logger, { onClaimLost, environment, restart, kept }: Start): Promise<RunningServer> {
	const teardown = new Teardown(log)
	const stop = () => teardown.run()
	try {
		// Fail before starting anything if there is no build.
		if (given.environment !== 'development') requireBuild(BUILD_DIR)
		const database = await openOwnOrKept(given, log, kept)
		teardown.add('database', database.stop)
		// Backups are stopped last, so that they include all other work.
		let backups: RunningBackups | null = null
		teardown.add('backups', async () => backups?.stop())
		const pools = openPools(database.pooled, log)
		teardown.add('connections', pools.close)
		const callerDb = openCallerDatabase(database.pooled, log)
		teardown.add('caller connections', callerDb.close)
		let jobs: JobRunner | null = null
		const watch = await watchDatabase(database.connection, log, {
			...(database.pooled !== database.connection && { pooled: database.pooled }),
			dataDir: database.dataDir,
			isClaimed: kept !== null,
			onChange(isAway) {
				for (const pool of [pools, callerDb]) pool.setAway(isAway)
				if (isAway) jobs?.cut()
			},
			onClaimLost,
		})
		teardown.add('database monitor', watch.stop)
		await upgrade(database, log)
		jobs = await openJobRunner(database.connection, log)
		teardown.add('jobs', jobs.stop)
		teardown.add('document threads', documentThreads.close)
		const start = { environment, readConfig, findServiceProblems, restart }
		const { deps, pages, published, settingsVersion } = await openDeps(given, {
			db: pools.db,
			callerDb,
			jobs: jobs.queue,
			log,
			now: () => new Date(),
			start,
		})
		const { config } = deps
		await prepare(deps)
		teardown.add('release listener', published.follow(database.connection))
		if (config.parts !== 'web') await jobs.work(deps)
		// Announce new articles that this build may include.
		await inTransaction(pools.db, (tx) => jobs.queue.enqueue(tx, { name: 'announce-articles', payload: {} }))
		teardown.add('visit counts', deps.state.of(createVisitCounter).flush)
		for (const step of await startObserving(deps, { app: pools.load, rest: callerDb.load }, watch)) teardown.add(step.name, step.stop)
		const { port, retire } = await openSite({ deps, pages, settingsVersion, watch, kept }, teardown)
		backups = await startBackups(deps, database, kept?.isTakeover ? kept.alone : null)
		const stopping = new AbortController()
		const finished = runStartHooks(deps, stopping.signal)
		teardown.add('startup work', () => {
			stopping.abort()
			return finished
		})
		const lines = await Promise.all(deps.plugins.map(async ({ announce }) => (await announce?.(systemContext(deps, 'start'))) ?? []))
		return { host: config.host, port, config, lines: lines.flat(), stop, retire: (limitMs) => retire(limitMs).then(stop) }
	} catch (error) {
		await stop()
		throw error
	}
}

export type RunningBackups = { stop: () => Promise<void> }

/** Starts the backups of an embedded database; other servers have their own tools. Tests take backups themselves. */
async function startNow(deps: Deps, { connection, dataDir }: OpenDatabase): Promise<RunningBackups | null> {
	if (dataDir === null || deps.config.environment === 'test') return null
	// Load the module only now, when requests are already handled.
	const { keepBackups } = await import('#server/services/platform/backups/keep-backups.ts')
	return keepBackups(deps, { connection, dataDir }, { settings: deps.config.backups, home: path.resolve(PROJECT_DIR, deps.config.dataDir) })
}

/**
 * Starts the backups.
 * @param alone resolves when the previous server and its backups have ended; null if there is none
 */
export async function startBackups(deps: Deps, database: OpenDatabase, alone: Promise<void> | null): Promise<RunningBackups> {
	let hasBegun = false
	let isStopped = false
	const start = () => {
		hasBegun = !isStopped
		return hasBegun ? startNow(deps, database) : null
	}
	const started = alone === null ? start() : alone.then(start)
	if (alone === null) await started
	else started?.catch((error: unknown) => deps.log.error('backups could not start', { error }))
	return {
		async stop() {
			isStopped = true
			if (hasBegun) await (await started)?.stop()
		},
	}
}
