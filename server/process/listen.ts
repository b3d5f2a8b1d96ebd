import { getRequestListener } from '@hono/node-server'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Server as NetServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type FetchHandler = (request: Request, bindings: object) => Response | Promise<Response>
/** `socket`: handle of a bound socket, which another process keeps open. */
type Address = { host: string; port: number; socket?: object | undefined }
export type Listener = {
	port: number
	/** Makes each connection end with its next response. Call it before `close`. */
	endConnections: () => void
	/** Waits at most ten seconds for running requests, then closes the server. */
	close: () => Promise<void>
	/**
	 * Accepts no more connections, and waits at most `limitMs` until clients have closed theirs. Each response asks its client to close the
	 * connection.
	 */
	retire: (limitMs: number) => Promise<void>
}

const REQUEST_TIMEOUT_MS = 30_000
/** Time limit for an upload, such as a video over a slow connection. */
const UPLOAD_TIMEOUT_MS = 2 * 3_600_000
const HEADERS_TIMEOUT_MS = 10_000
/** Keep-alive timeout. Proxies usually keep an idle connection for a minute, and must close it first. */
const KEEP_ALIVE_MS = 65_000
const DRAIN_LIMIT_MS = 10_000
/** Maximum bytes that a client may still send after the response before it is disconnected. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024
const IDLE_SWEEP_MS = 100
/** Time for which clients can still use idle connections: closing one could cut off a request that was just sent. */
const IDLE_GRACE_MS = 1000
/** Time to wait for a port in use, since a server that was just stopped may still be shutting down. */
const PORT_PATIENCE_MS = 2000
const PORT_RETRY_MS = 100

const portProblems = (variable: string): Partial<Record<string, string>> => ({
	EADDRINUSE: `is in use by another program; stop it or set ${variable} to another number`,
	EACCES: `needs rights that this account does not have; set ${variable} to 1024 or higher`,
})

/** @param variable name of the port's setting */
export function explainPortFailure({ host, port }: Address, failure: NodeJS.ErrnoException, variable = 'PORT'): Error {
	const problem = portProblems(variable)[failure.code ?? '']
	const hostVariable = variable === 'PORT' ? 'HOST' : variable
	return new Error(problem ? `${variable}: ${port} ${problem}` : `${hostVariable}: cannot listen on ${host}: ${failure.message}`, {
		cause: failure,
	})
}

function tryPort(server: Server, { host, port, socket }: Address): Promise<NodeJS.ErrnoException | null> {
	return new Promise((resolve) => {
		const settle = (failure: NodeJS.ErrnoException | null) => {
			server.off('error', settle).off('listening', onListening)
			resolve(failure)
		}
		const onListening = () => settle(null)
		server
			.once('error', settle)
			.once('listening', onListening)
			.listen(socket ?? { port, host })
	})
}

/**
 * Opens the port and returns its number.
 * @param variable name of the port's setting, for errors
 */
export async function openPort(server: Server, address: Address, variable = 'PORT'): Promise<number> {
	const deadline = Date.now() + PORT_PATIENCE_MS
	let failure = await tryPort(server, address)
	while (failure?.code === 'EADDRINUSE' && !address.socket && Date.now() < deadline) {
		await sleep(PORT_RETRY_MS)
		failure = await tryPort(server, address)
	}
	if (!failure) return (server.address() as AddressInfo).port
	throw explainPortFailure(address, failure, variable)
}

/** True for two Host headers, which could be interpreted as two different sites (RFC 9112, section 3.2). */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage) =>
	rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length > 1

const isLongUpload = ({ method, url = '' }: IncomingMessage) => method === 'POST' && /^\/admin\/media(?:\/|\?|$)/.test(url)

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Limits the time of a request body, since Node's own limit is the same for all requests. */
function limitBodyTime(request: IncomingMessage): void {
	const timer = setTimeout(() => request.complete || request.socket.destroy(), REQUEST_TIMEOUT_MS)
	request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

/**
 * Reads the rest of a refused body. Closing the connection immediately could lose the response, and the connection's next request starts
 * only after the body.
 */
function drainRequestBody(request: IncomingMessage): void {
	if (request.complete) return
	if (isLongUpload(request)) limitBodyTime(request)
	let bytes = 0
	request.removeAllListeners('data').removeAllListeners('readable')
	request.on('data', (part: Buffer) => {
		bytes += part.length
		if (bytes > MAX_UNREAD_BYTES) request.socket.destroy()
	})
	request.resume()
}

/**
 * Starts the HTTP server.
 * @throws Error that names PORT or HOST if the address can't be used
 */
export async function startHttpServer(fetch: FetchHandler, address: Address): Promise<Listener> {
	// Use the lightweight Response: the global one copies every body. A page then takes a third of the CPU time.
	const answer = getRequestListener(fetch, { overrideGlobalObjects: true, autoCleanupIncoming: false })
	let isClosing = false
	const server = createServer(
		{ requestTimeout: UPLOAD_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
		(request, response) => {
			if (hasTwoHosts(request)) {
				response.writeHead(400, { connection: 'close' }).end()
				return
			}
			response.shouldKeepAlive &&= !isClosing
			if (hasBody(request) && !isLongUpload(request)) limitBodyTime(request)
			response.once('finish', () => drainRequestBody(request))
			void answer(request, response)
		},
	)
	const port = await openPort(server, address)

	async function retire(limitMs: number): Promise<void> {
		isClosing = true
		const closed = new Promise<void>((resolve) => void server.once('close', () => resolve()))
		// Don't close the HTTP server, which would also close idle connections: a client may just be sending a request on one.
		NetServer.prototype.close.call(server)
		const limit = new AbortController()
		await Promise.race([closed, sleep(limitMs, undefined, { signal: limit.signal }).catch(() => {})])
		limit.abort()
	}
	return {
		port,
		endConnections() {
			isClosing = true
		},
		retire,
		async close() {
			await retire(IDLE_GRACE_MS)
			const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
			const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
			const limit = new AbortController()
			await Promise.race([closed, sleep(DRAIN_LIMIT_MS, undefined, { signal: limit.signal }).catch(() => {})])
			limit.abort()
			clearInterval(sweep)
			server.closeAllConnections()
			await closed
		},
	}
}
