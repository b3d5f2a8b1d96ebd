import { getRequestListener } from '@hono/node-server'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Outcome of one request: a response, or a connection that breaks after the provider has acted. */
export type Fate = 'answer' | 'reset' | 'silence'

/**
 * Serves the sandbox API on a loopback port for third-party programs. Stops with the test.
 * @param fateOf decides per request, after it was carried out
 */
export async function serveOnLoopback(
	fetch: (request: Request) => Response | Promise<Response>,
	fateOf: (path: string) => Fate = () => 'answer',
) {
	const answer = getRequestListener((request) => fetch(request))
	async function handle(request: IncomingMessage, response: ServerResponse) {
		const fate = fateOf(`${request.method} ${request.url}`)
		if (fate === 'answer') return answer(request, response)
		const chunks: Buffer[] = []
		for await (const chunk of request) chunks.push(chunk as Buffer)
		const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
			typeof value === 'string' ? [[name, value]] : [],
		)
		const body = request.method === 'GET' ? null : Buffer.concat(chunks)
		await fetch(new Request(`http://127.0.0.1${request.url}`, { method: request.method ?? 'GET', headers, body }))
		if (fate === 'reset') request.socket.destroy()
	}
	const server = createServer((request, response) => void handle(request, response))
	await new Promise<void>((ready) => {
		server.listen(0, '127.0.0.1', ready)
	})
	onTestFinished(async () => {
		server.closeAllConnections()
		await new Promise((closed) => {
			server.close(closed)
		})
	})
	const { port } = server.address() as AddressInfo
	return { port, origin: `http://127.0.0.1:${port}` }
}
