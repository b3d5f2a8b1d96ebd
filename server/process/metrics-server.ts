import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

import type { Figure, Metrics } from '#server/adapters/metrics/port.ts'
import { logFailure } from '#server/kernel/errors.ts'
import type { Logger } from '#server/kernel/logger.ts'

import { openPort } from './listen.ts'

/** Minimum interval between reads of the figures from the database, no matter how many programs request them. */
const FIGURES_MS = 10_000

type Options = {
	host: string
	port: number
	token: string
	log: Logger
	read: () => Promise<Figure[]>
	readConnections: () => Figure[]
}

/** Caches the figures. While the database is unavailable, there are none, and the other metrics remain. */
function cacheFigures({ read, log }: Pick<Options, 'read' | 'log'>): () => Promise<Figure[]> {
	let known: { at: number; figures: Promise<Figure[]> } | null = null
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
export async function serveMetrics(metrics: Metrics, options: Options): Promise<{ port: number; close: () => Promise<void> }> {
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
