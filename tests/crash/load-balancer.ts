import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

const CHECK_MS = 200

type Backend = { port: number; isHealthy: boolean; agent: http.Agent; isWatched: boolean }

async function readAll(stream: IncomingMessage): Promise<Buffer> {
	const parts: Buffer[] = []
	for await (const part of stream) parts.push(part as Buffer)
	return Buffer.concat(parts)
}

const isReady = ({ port }: Backend) =>
	new Promise<boolean>((resolve) => {
		http
			.get({ host: '127.0.0.1', port, path: '/readyz', timeout: 5000 }, (answer) => {
				answer.resume()
				resolve(answer.statusCode === 200)
			})
			.on('timeout', function (this: http.ClientRequest) {
				this.destroy()
			})
			.on('error', () => resolve(false))
	})

/** Forwards a request to one server. Rejects if there is no complete response. */
function pass(request: IncomingMessage, body: Buffer, { port, agent }: Backend): Promise<{ answer: IncomingMessage; text: Buffer }> {
	return new Promise((resolve, reject) => {
		const { method, url, headers } = request
		const sent = http.request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
			readAll(answer).then((text) => resolve({ answer, text }), reject)
		})
		sent.once('error', reject).end(body)
	})
}

/**
 * Creates a typical load balancer: each request goes to the next ready server over keep-alive connections, without sticky
 * sessions. Refused connections and lost GETs are retried; any other lost request gets a 502 and is counted in `lost`.
 */
export async function openLoadBalancer() {
	const backends: Backend[] = []
	const counts = { lost: 0, passed: 0 }
	const lost: string[] = []
	let turn = 0
	function choose(tried: ReadonlySet<Backend>): Backend | undefined {
		const open = backends.filter((backend) => backend.isHealthy && !tried.has(backend))
		turn += 1
		return open[turn % open.length]
	}
	async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await readAll(request)
		const tried = new Set<Backend>()
		for (let backend = choose(tried); backend; backend = choose(tried)) {
			tried.add(backend)
			try {
				const { answer, text } = await pass(request, body, backend)
				counts.passed += 1
				const { connection: _, 'transfer-encoding': __, ...headers } = answer.headers
				response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': text.length, 'x-served-by': backend.port }).end(text)
				return
			} catch (error) {
				const { code } = error as NodeJS.ErrnoException
				if (code === 'ECONNREFUSED') backend.isHealthy = false
				else {
					counts.lost += 1
					lost.push(`${request.method} ${request.url}: ${code}`)
				}
				if (code !== 'ECONNREFUSED' && request.method !== 'GET') break
			}
		}
		response.writeHead(502).end()
	}
	const server = http.createServer((request, response) => void forward(request, response).catch(() => response.destroy()))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => {
		for (const backend of backends) backend.isWatched = false
		server.close().closeAllConnections()
	})
	async function watch(backend: Backend): Promise<void> {
		for (; backend.isWatched; await sleep(CHECK_MS)) backend.isHealthy = await isReady(backend)
	}
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		counts,
		/** Number of requests that lost their response because the server closed the connection. */
		lost,
		/** Sends requests to this server whenever it says that it's ready. */
		add(port: number) {
			const backend = { port, isHealthy: false, isWatched: true, agent: new http.Agent({ keepAlive: true }) }
			backends.push(backend)
			void watch(backend)
		},
	}
}
