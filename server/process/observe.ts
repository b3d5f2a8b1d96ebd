import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

import type { MetricValue, Metrics } from '#server/adapters/metrics/port.ts'
import type { PoolLoad } from '#server/db/pools.ts'
import type { DatabaseWatch } from '#server/db/watch-database.ts'
import { logFailure } from '#server/kernel/errors.ts'
import type { Logger } from '#server/kernel/logger.ts'
import type { Deps } from '#server/services/context.ts'
import { createHangReader } from '#server/services/operations/due-alerts/find-machine-troubles.ts'
import { readFigures } from '#server/services/operations/server-figures/read-figures.ts'
import { createWorkWatch, type WorkListener } from '#server/services/platform/work/work-watch.ts'

import { openPort } from './listen.ts'

/** Minimum interval between reads of the metrics from the database, no matter how many programs request them. */
const FIGURES_MS = 10_000

type Options = {
	host: string
	port: number
	token: string
	log: Logger
	read: () => Promise<MetricValue[]>
	readConnections: () => MetricValue[]
}

/** Caches the metrics from the database. While the database is unavailable, only the other metrics are returned. */
function cacheFigures({ read, log }: Pick<Options, 'read' | 'log'>): () => Promise<MetricValue[]> {
	let known: { at: number; figures: Promise<MetricValue[]> } | null = null
	const readNow = () =>
		read().catch((error: unknown) => {
			logFailure(log, 'figures could not be read', { error })
			return []
		})
	return () => {
		if (!known || performance.now() - known.at >= FIGURES_MS) known = { at: performance.now(), figures: readNow() }
		return known.figures
	}
}

function hasToken(authorization: string | undefined, token: string): boolean {
	const [expected, sent] = [Buffer.from(`Bearer ${token}`), Buffer.from(authorization ?? '')]
	return expected.length === sent.length && timingSafeEqual(expected, sent)
}

/**
 * Serves `/metrics` at a separate address, for requests with the token.
 * @throws Error that names METRICS_ADDR if the address can't be used
 */
async function serveMetrics(metrics: Metrics, options: Options): Promise<{ port: number; close: () => Promise<void> }> {
	const figures = cacheFigures(options)
	const server = createServer((request, response) => {
		if (!hasToken(request.headers.authorization, options.token)) return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
		if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
		figures()
			.then((read) => metrics.print([...read, ...options.readConnections()]))
			.then(({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text))
			.catch((error: unknown) => {
				options.log.error('metrics could not be written', { error })
				response.writeHead(500).end()
			})
	})
	const port = await openPort(server, options, 'METRICS_ADDR')
	return {
		port,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}

const TICK_MS = 250
const WARN_LATE_MS = 1000
const MAX_NAMED = 20

/** Warns when the event loop was blocked for a second, with the requests and jobs that may be the cause. */
export function watchEventLoop(watch: ReturnType<typeof createWorkWatch>, log: Logger): () => void {
	let last = performance.now()
	const timer = setInterval(() => {
		const lateMs = performance.now() - last - TICK_MS
		last = performance.now()
		const suspects = watch.takeSuspects()
		if (lateMs < WARN_LATE_MS) return
		log.warn('event loop was late', {
			lateMs: Math.round(lateMs),
			underWay: suspects.slice(0, MAX_NAMED).map(({ work, milliseconds }) => ({
				name: work.request ? `${work.request.method} ${work.name()}` : work.name(),
				requestId: work.requestId,
				ms: Math.round(milliseconds),
			})),
		})
	}, TICK_MS)
	timer.unref()
	return () => clearInterval(timer)
}

/** Logs a JSON object per request, without path, query, account or full address. */
const logAccess: NonNullable<WorkListener['ended']> = ({ work: { request, requestId, traceId, name }, outcome, milliseconds }) => {
	if (!request) return
	const entry = {
		time: new Date().toISOString(),
		level: 'info',
		message: 'request',
		requestId,
		traceId,
		method: request.method,
		route: name(),
		status: Number(outcome),
		ms: Math.round(milliseconds * 10) / 10,
		network: request.network,
	}
	process.stderr.write(`${JSON.stringify(entry)}\n`)
}

type PoolLoads = Readonly<Record<string, () => PoolLoad>>

const describePool = (pool: string, { idle, busy, waiting, waits, waitedMs }: PoolLoad): MetricValue[] => [
	...Object.entries({ idle, busy, waiting }).map(([state, value]) => ({
		name: 'launchway_pool_connections',
		help: 'Connections of a pool by state. In the state waiting, callers have none yet.',
		labels: { pool, state },
		value,
	})),
	{ name: 'launchway_pool_waits_total', help: 'Callers that had to wait for a connection.', labels: { pool }, value: waits },
	{
		name: 'launchway_pool_wait_seconds_total',
		help: 'Total time callers waited for a connection.',
		labels: { pool },
		value: waitedMs / 1000,
	},
]

const describeHangs = (value: number): MetricValue => ({
	name: 'launchway_database_hangs_total',
	help: 'Times that commits hung and all connections were cut. The log names the database server.',
	value,
})

/**
 * Starts access log, metrics and traces, if configured. Their libraries are only loaded then.
 * @returns steps that stop them, in reverse order
 */
export async function startObserving(
	deps: Deps,
	pools: PoolLoads,
	{ countHangs, lastHang }: Pick<DatabaseWatch, 'countHangs' | 'lastHang'>,
): Promise<{ name: string; stop: () => Promise<void> }[]> {
	const { config, log, state } = deps
	const { accessLog, metrics, tracesEndpoint } = config.observing
	const watch = state.of(createWorkWatch)
	state.of(createHangReader).last = lastHang
	const stopWatching = watchEventLoop(watch, log)
	const steps = [{ name: 'event loop monitor', stop: async () => stopWatching() }]
	if (accessLog) watch.listen({ ended: logAccess })
	if (tracesEndpoint !== null) {
		const { createTracer } = await import('#server/adapters/traces/opentelemetry.ts')
		const tracer = createTracer(tracesEndpoint, log)
		watch.listen(tracer)
		steps.push({ name: 'traces', stop: tracer.stop })
	}
	if (metrics !== null) {
		const { createPrometheus } = await import('#server/adapters/metrics/prometheus.ts')
		const prometheus = createPrometheus()
		watch.listen(prometheus)
		const { close } = await serveMetrics(prometheus, {
			...metrics,
			log,
			read: () => readFigures(deps),
			readConnections: () => [...Object.entries(pools).flatMap(([name, load]) => describePool(name, load())), describeHangs(countHangs())],
		})
		steps.push({ name: 'metrics', stop: close })
	}
	return steps
}
