import { Hono } from 'hono'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { compressJson } from './compress-json.ts'

const LONG = { text: 'One honest hour. '.repeat(400) }

/** One endpoint for each kind of response; `/torn` fails in the middle of its body. */
const app = new Hono()
	.use(compressJson)
	.get('/long', (c) => c.json(LONG))
	.get('/empty', (c) => c.body(null, 204))
	.get('/page', (c) => c.html(LONG.text))
	.get('/refused', (c) => c.json(LONG, 422, { 'Content-Length': String(JSON.stringify(LONG).length), Vary: 'Prefer', ETag: 'W/"1"' }))
	.get('/parts', () => {
		const parts = new ReadableStream<Uint8Array<ArrayBuffer>>({
			start(controller) {
				for (const part of JSON.stringify(LONG).match(/.{1,100}/g) ?? []) controller.enqueue(new TextEncoder().encode(part))
				controller.close()
			},
		})
		return new Response(parts, { headers: { 'Content-Type': 'application/vnd.pgrst.object+json; charset=utf-8' } })
	})
	.get('/torn', () => {
		const torn = new ReadableStream<Uint8Array<ArrayBuffer>>({
			start: (controller) => controller.enqueue(new TextEncoder().encode(JSON.stringify(LONG))),
			pull: (controller) => controller.error(new Error('the connection to the database is gone')),
		})
		return new Response(torn, { headers: { 'Content-Type': 'application/json' } })
	})

const ask = (path: string, accept?: string, method = 'GET') =>
	app.request(path, { method, ...(accept !== undefined && { headers: { 'Accept-Encoding': accept } }) })
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

test.each(['/long', '/parts', '/refused'])('%s is sent compressed, with the same content', async (path) => {
	const response = await ask(path, 'br, gzip')
	expect([response.headers.get('content-encoding'), response.headers.get('content-length')]).toEqual(['gzip', null])
	const packed = await bytesOf(response)
	expect(packed.byteLength).toBeLessThan(400)
	expect(JSON.parse(new TextDecoder().decode(gunzipSync(packed)))).toEqual(LONG)
})

test.each([undefined, 'identity', 'br', 'gzip;q=0'])('with Accept-Encoding %s a response is sent uncompressed', async (accept) => {
	const response = await ask('/long', accept)
	expect(response.headers.get('content-encoding')).toBeNull()
	expect(response.headers.get('vary')).toBe('Accept-Encoding')
	expect(await response.json()).toEqual(LONG)
})

test('status and headers are kept, and Vary names Accept-Encoding', async () => {
	const response = await ask('/refused', 'gzip')
	expect([response.status, response.headers.get('vary'), response.headers.get('etag')]).toEqual([422, 'Prefer, Accept-Encoding', 'W/"1"'])
})

test('answers that aren’t JSON, are empty or to HEAD requests aren’t compressed', async () => {
	for (const [path, method] of [
		['/page', 'GET'],
		['/empty', 'GET'],
		['/long', 'HEAD'],
	] as const)
		expect((await ask(path, 'gzip', method)).headers.get('content-encoding')).toBeNull()
})

test('a body that breaks off isn’t sent as complete', async () => {
	await expect(bytesOf(await ask('/torn', 'gzip'))).rejects.toThrow('the connection to the database is gone')
})
