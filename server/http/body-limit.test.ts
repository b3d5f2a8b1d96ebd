// asvs V5.2.1
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'

import { ServiceError } from '#server/kernel/errors.ts'
import { startHttpServer } from '#server/process/listen.ts'

import { limitBody } from './limits.ts'

async function serve() {
	const app = new Hono().use(limitBody(10)).all('/', async (c) => c.text(await c.req.text()))
	app.onError((error, c) => (error instanceof ServiceError ? c.text(error.code, 413) : c.text('failed', 500)))
	const listener = await startHttpServer(app.fetch, { host: '127.0.0.1', port: 0 })
	onTestFinished(() => listener.close())
	return async (init: RequestInit) => {
		const response = await fetch(`http://127.0.0.1:${listener.port}/`, init)
		return [response.status, await response.text()]
	}
}

const inPieces = (...pieces: string[]) => ({
	body: new ReadableStream({
		start(controller) {
			for (const piece of pieces) controller.enqueue(Buffer.from(piece))
			controller.close()
		},
	}),
	duplex: 'half' as const,
})

test('a body up to the limit is read, and a longer one refused, with or without Content-Length', async () => {
	const ask = await serve()
	const tooLong = [413, 'request_entity_too_large']
	expect(await ask({ method: 'POST', body: '0123456789' })).toEqual([200, '0123456789'])
	expect(await ask({ method: 'POST', body: '0123456789a' })).toEqual(tooLong)
	expect(await ask({ method: 'PUT', ...inPieces('01234', '56789') })).toEqual([200, '0123456789'])
	expect(await ask({ method: 'PUT', ...inPieces('01234', '56789', 'a') })).toEqual(tooLong)
	expect(await ask({ method: 'DELETE' })).toEqual([200, ''])
	expect(await ask({})).toEqual([200, ''])
})

test('the limit counts bytes, not characters', async () => {
	const ask = await serve()
	expect(await ask({ method: 'POST', body: 'éééééé' })).toEqual([413, 'request_entity_too_large'])
	expect(await ask({ method: 'POST', ...inPieces('éééééé') })).toEqual([413, 'request_entity_too_large'])
})
