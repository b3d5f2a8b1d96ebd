import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { startHttpServer } from './listen.ts'

const agent = new Agent({ keepAlive: true })

/** Sends one GET over a keep-alive connection. @returns status, body and the server's connection headers */
function get(port: number, path: string): Promise<{ status: number | undefined; body: string; connection: string | undefined }> {
	return new Promise((resolve, reject) => {
		request({ port, path, agent, host: '127.0.0.1' }, (response) => {
			let body = ''
			response.on('data', (chunk) => (body += String(chunk)))
			response.on('end', () => resolve({ status: response.statusCode, body, connection: response.headers.connection }))
		})
			.on('error', reject)
			.end()
	})
}

test('closing lets a running request finish, sends Connection: close, and accepts no new ones', async () => {
	let release = () => {}
	let onArrival = () => {}
	const arrived = new Promise<void>((resolve) => (onArrival = resolve))
	const held = new Promise<void>((resolve) => (release = resolve))
	const listener = await startHttpServer(
		async (incoming) => {
			if (!incoming.url.endsWith('/slow')) return new Response('quick')
			onArrival()
			await held
			return new Response('finished')
		},
		{ host: '127.0.0.1', port: 0 },
	)
	expect(await get(listener.port, '/')).toEqual({ status: 200, body: 'quick', connection: 'keep-alive' })

	const slow = get(listener.port, '/slow')
	await arrived
	const closed = listener.close()
	await expect(get(listener.port, '/')).rejects.toThrow(/ECONNREFUSED|ECONNRESET/)
	release()
	expect(await slow).toMatchObject({ status: 200, body: 'finished' })
	await closed
})

test('while closing, a request on an idle connection is answered with Connection: close', async () => {
	const listener = await startHttpServer(() => new Response('answered'), { host: '127.0.0.1', port: 0 })
	await get(listener.port, '/')
	const closed = listener.close()
	expect(await get(listener.port, '/')).toEqual({ status: 200, body: 'answered', connection: 'close' })
	await closed
})

test('while draining, answers close their connections and new ones are accepted', async () => {
	const listener = await startHttpServer(() => new Response('answered'), { host: '127.0.0.1', port: 0 })
	await get(listener.port, '/')
	listener.endConnections()
	for (const _each of [1, 2]) expect(await get(listener.port, '/')).toMatchObject({ status: 200, connection: 'close' })
	await listener.close()
})

test('a host that doesn’t exist on this machine is reported as HOST', async () => {
	await expect(startHttpServer(() => new Response(), { host: '203.0.113.7', port: 0 })).rejects.toThrow(
		/^HOST: cannot listen on 203\.0\.113\.7/,
	)
})

test.each([
	['with Content-Length', 'content-length: 2000000', (body: string) => body],
	['chunked', 'transfer-encoding: chunked', (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
])('the unread body of a refused request (%s) is drained, and the connection’s next request works', async (_name, header, wrap) => {
	const listener = await startHttpServer((incoming) => new Response(incoming.url.endsWith('/next') ? 'answered' : 'refused'), {
		host: '127.0.0.1',
		port: 0,
	})
	const socket = connect(listener.port, '127.0.0.1')
	let heard = ''
	socket.on('data', (part) => (heard += String(part)))
	const body = wrap('x'.repeat(2_000_000))
	socket.write(`POST /first HTTP/1.1\r\nhost: a\r\n${header}\r\n\r\n${body.slice(0, 1000)}`)
	// Longer than the HTTP library's default timeout.
	await sleep(900)
	await expect.poll(() => heard).toContain('refused')
	socket.write(`${body.slice(1000)}GET /next HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
	await new Promise((closed) => socket.on('close', closed))
	expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
	expect(heard).toContain('answered')
	await listener.close()
})
