import { Hono } from 'hono'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { compressJson } from './compress-json.ts'

const LONG = { text: 'One honest hour. '.repeat(400) }

/** One endpoint for each kind of response; `/torn` fails in the middle of its body. */
const app = new Hono()
	.use(compressJson)
	.get('/long', (c) => c.json(LONG))
	.get('/short', (c) => c.json({ ok: true }))
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
const UNPACK: Record<string, (bytes: Uint8Array) => Uint8Array> = { br: brotliDecompressSync, gzip: gunzipSync }

test.each([
	['/long', 'gzip, deflate, br', 'br'],
	['/long', 'gzip', 'gzip'],
	['/long', 'br;q=0.1, gzip', 'gzip'],
	['/parts', 'br', 'br'],
	['/refused', 'br', 'br'],
])('%s with Accept-Encoding "%s" is sent as %s with the same content', async (path, accept, encoding) => {
	const response = await ask(path, accept)
	expect([response.headers.get('content-encoding'), response.headers.get('content-length')]).toEqual([encoding, null])
	const packed = await bytesOf(response)
	expect(packed.byteLength).toBeLessThan(400)
	expect(JSON.parse(new TextDecoder().decode(UNPACK[encoding]?.(packed)))).toEqual(LONG)
})

test.each([
	['/long', undefined],
	['/long', 'identity'],
	['/long', 'br;q=0, gzip;q=0'],
	['/short', 'br'],
])('%s with Accept-Encoding %s is sent uncompressed', async (path, accept) => {
	const response = await ask(path, accept)
	expect(response.headers.get('content-encoding')).toBeNull()
	expect(response.headers.get('vary')).toBe('Accept-Encoding')
	expect(typeof (await response.json())).toBe('object')
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
		expect((await ask(path, 'br', method)).headers.get('content-encoding')).toBeNull()
})

test('a body that breaks off isn’t sent as complete', async () => {
	await expect(bytesOf(await ask('/torn', 'gzip'))).rejects.toThrow('the connection to the database is gone')
})
