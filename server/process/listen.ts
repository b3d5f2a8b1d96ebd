import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Fetch = (request: Request, bindings: object) => Response | Promise<Response>
export type Listener = { port: number; close: () => Promise<void> }

const REQUEST_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000
const DRAIN_LIMIT_MS = 10_000
const IDLE_SWEEP_MS = 100

const PORT_PROBLEMS: Partial<Record<string, string>> = {
	EADDRINUSE: 'is in use by another program; stop it or set PORT to another number',
	EACCES: 'needs rights that this account does not have; set PORT to 1024 or higher',
}

/**
 * Serves on a socket.
 * @throws Error that names PORT or HOST when the address cannot be taken
 */
export async function listen(fetch: Fetch, { host, port }: { host: string; port: number }): Promise<Listener> {
	const answer = getRequestListener(fetch, { overrideGlobalObjects: false })
	let isClosing = false
	const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS }, (request, response) => {
		response.shouldKeepAlive &&= !isClosing
		void answer(request, response)
	})
	await new Promise<void>((resolve, reject) => {
		server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
			const problem = PORT_PROBLEMS[code ?? '']
			reject(new Error(problem ? `PORT: ${port} ${problem}` : `HOST: cannot listen on ${host}: ${message}`))
		})
		server.listen(port, host, resolve)
	})

	return {
		port: (server.address() as AddressInfo).port,
		/** Lets running requests finish, for ten seconds at most. */
		async close() {
			isClosing = true
			const closed = new Promise<void>((resolve) => server.close(() => resolve()))
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
