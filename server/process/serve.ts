import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'

import { loadedContent } from '#content/loaded.server.ts'
import { PUBLISHABLE_KEY } from '#contracts/publishable-key.ts'
import { type Config, hasOutbox, hasSandbox } from '#server/config/config.ts'
import { createLogger, type Logger } from '#server/kernel/logger.ts'

import { findUnusedVariables, readConfig } from './environment.ts'
import { PROJECT_DIR } from './open-pages.ts'
import { collectGarbageWhenIdle } from './return-memory.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { askSupervisor, notifySupervisor } from './supervised.ts'

/** True if the supervisor started this process. Other process managers, such as PM2, treat any message as "ready". */
const isSupervised = process.env['SUPERVISED'] === '1'

/** Finds a free port for PORT=0, because the site's URL must be known before the server listens. */
function findFreePort(host: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer()
		probe.once('error', reject).listen(0, host, () => {
			const { port } = probe.address() as AddressInfo
			probe.close(() => resolve(port))
		})
	})
}

// Interval in which two Ctrl-C count as one: it can arrive twice, from the terminal and from a parent process that forwards it.
const SAME_SIGNAL_MS = 500

/**
 * Handles Ctrl-C, SIGTERM, SIGHUP, or the end of the parent process. A second Ctrl-C exits without waiting.
 * @param stop must not reject
 */
function onStopSignal(stop: (reason: string) => Promise<void>): void {
	let requestedAt: number | null = null
	const handle = (reason: string) => {
		if (requestedAt === null) {
			requestedAt = Date.now()
			void stop(reason).finally(() => process.exit(process.exitCode))
		} else if (Date.now() - requestedAt > SAME_SIGNAL_MS) {
			process.exit(130)
		}
	}
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle)
	if (process.channel) {
		process.once('disconnect', () => handle('disconnect'))
		process.channel.unref()
	}
}

/** Exit code for wrong settings, port or folder: a restart would fail in the same way. */
const EXIT_REFUSED = 1
/** Exit code after new settings: `npm start` restarts the server immediately. */
const EXIT_RESTART = 75
/** Exit code after a bug: `npm start` restarts the server. */
const EXIT_CRASHED = 70

const printLine = (line: string) => process.stdout.write(`${line}\n`)

function exitWithProblem(error: unknown): never {
	const problem = error instanceof Error ? error.message : String(error)
	if (isSupervised) notifySupervisor({ type: 'refused', problem })
	process.stderr.write(`${problem}\n`)
	process.exit(EXIT_REFUSED)
}

async function loadConfig(): Promise<{ config: Config; environment: Readonly<NodeJS.ProcessEnv> }> {
	try {
		const config = readConfig(process.env)
		if (config.port !== 0) return { config, environment: process.env }
		const environment = { ...process.env, PORT: String(await findFreePort(config.host)) }
		return { config: readConfig(environment), environment }
	} catch (error) {
		exitWithProblem(error)
	}
}

function watchForBugs(log: Logger): void {
	process.on('unhandledRejection', (error) => log.error('unhandled promise rejection', { error }))
	process.on('uncaughtException', (error) => {
		log.error('unexpected error; stopping', { error })
		process.exitCode = EXIT_CRASHED
		process.kill(process.pid, 'SIGTERM')
	})
}

let isRestarting = false

/** Restarts the server, but only once: a second signal would abort the shutdown, and the supervisor would mistake it for Ctrl-C. */
function restart(): void {
	if (isRestarting) return
	isRestarting = true
	process.exitCode = EXIT_RESTART
	process.kill(process.pid, 'SIGTERM')
}

// Load all lessons, because an invalid one must abort the start. Unchanged ones come from the cache on disk.
loadedContent.readAllLessons()
const { config, environment } = await loadConfig()
const log = createLogger(config.logLevel, (line) => process.stderr.write(line))
watchForBugs(log)
const unused = findUnusedVariables(process.env)
if (unused.length > 0) log.warn('unused environment variables', { variables: unused })
if (config.environment === 'production' && config.operatorEmail === null)
	log.warn('OPERATOR_EMAIL is not set: alerts about payments, disputes and failed messages go to the support address')

async function requestSupervisedResources() {
	if (!isSupervised) return null
	const { host, port, databaseUrl, databaseDirectUrl, dataDir, logLevel } = config
	try {
		return await askSupervisor(
			{ host, port, databaseUrl: databaseDirectUrl ?? databaseUrl, logLevel, dataDir: path.resolve(PROJECT_DIR, dataDir) },
			(limitMs) => void retire(limitMs),
		)
	} catch (error) {
		exitWithProblem(error)
	}
}

async function retire(limitMs: number): Promise<void> {
	log.info('another server has taken over; stopping')
	const server = await starting
	await server.retire(limitMs)
	process.exit()
}

const kept = await requestSupervisedResources()
// An interrupted start must still stop the database it has started.
const starting = startServer(config, log, {
	kept,
	environment,
	restart: process.env['RESTARTED_BY'] === 'supervise' ? restart : null,
	onClaimLost(error) {
		log.error('another server uses this database; stopping', { error })
		process.exitCode = EXIT_REFUSED
		process.kill(process.pid, 'SIGTERM')
	},
})
onStopSignal(async (reason) => {
	log.info('stopping', { reason })
	const server = await starting.catch(() => null)
	await server?.stop()
})

const formatAddress = ({ host, port }: RunningServer) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

function announce(server: RunningServer): void {
	const { config } = server
	notifySupervisor('ready')
	printLine(`Launchway is ready at ${config.siteUrl} (listening on ${formatAddress(server)})`)
	printLine(`For supabase-js: createClient('${config.siteUrl}', '${PUBLISHABLE_KEY}')`)
	if (hasOutbox(config)) printLine(`Messages it sends can be read at ${config.siteUrl}/dev/outbox`)
	if (hasSandbox(config)) printLine(`From another machine or through a proxy add ?token=${config.sandboxToken} once`)
	for (const line of server.lines) printLine(`\n${line}`)
	printLine('Ctrl-C stops it.')
}

let running: RunningServer
try {
	running = await starting
} catch (error) {
	log.debug('start failed', { error })
	exitWithProblem(error)
}
announce(running)
if (globalThis.gc) collectGarbageWhenIdle(globalThis.gc)
