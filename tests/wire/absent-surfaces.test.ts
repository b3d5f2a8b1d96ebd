import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { createApp } from '#server/process/app.ts'
import { startHttpServer } from '#server/process/listen.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const ORIGIN = 'https://elsewhere.example'
const PATHS = ['/storage/v1', '/storage/v1/object/list/files', '/realtime/v1/api/broadcast', '/realtime/v1/websocket?vsn=1.0.0']

/** Starts a server behind a site that has a page for every URL, like the not-found page of the built site. */
async function startWithSite() {
	const { deps } = await makeTestDeps()
	return createApp(deps, () => new Response('<h1>Page not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } }))
}

test('missing storage and realtime surfaces answer 404 in JSON for every method and origin', async () => {
	const app = await startWithSite()
	for (const path of PATHS) {
		for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
			const answer = await app.request(path, { method, headers: { origin: ORIGIN } })
			expect([path, method, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, method, 404, '*'])
			expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } })
		}
		const head = await app.request(path, { method: 'HEAD', headers: { origin: ORIGIN } })
		expect([head.status, head.headers.get('content-type')]).toEqual([404, 'application/json'])
	}
})

test('the preflight of an upload succeeds, so that the page can read the refusal', async () => {
	const app = await startWithSite()
	for (const path of PATHS) {
		const asked = { origin: ORIGIN, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization, x-upsert' }
		const preflight = await app.request(path, { method: 'OPTIONS', headers: asked })
		const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ')
		expect([preflight.status, allowed]).toEqual([204, expect.arrayContaining(['authorization', 'apikey', 'x-upsert'])])
	}
})

test('a WebSocket is refused like any other request', async () => {
	const app = await startWithSite()
	const listener = await startHttpServer(app.fetch, { host: '127.0.0.1', port: 0 })
	onTestFinished(() => listener.close())
	const heard = await new Promise<string>((resolve) => {
		const socket = connect(listener.port, '127.0.0.1')
		let text = ''
		socket.on('data', (part) => (text += part.toString('latin1')))
		socket.on('close', () => resolve(text))
		const handshake = [
			'Connection: Upgrade',
			'Upgrade: websocket',
			'Sec-WebSocket-Version: 13',
			'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
		]
		socket.end(['GET /realtime/v1/websocket?vsn=1.0.0 HTTP/1.1', 'Host: localhost', ...handshake, '', ''].join('\r\n'))
	})
	expect(heard).toMatch(/^HTTP\/1\.1 404 /)
	expect(heard).toContain('"code":"not_found"')
})
