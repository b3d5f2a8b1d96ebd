import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { segmentShapes } from '#contracts/app-paths.ts'

import { createStaticFiles } from './static-files.ts'

const HOME = `<!doctype html><title>Home</title>${'way '.repeat(100)}`
const POLICY = "default-src 'self'"

function makeBuild(): string {
	const dir = mkdtempSync(join(tmpdir(), 'launchway-build-'))
	const write = (file: string, content: string | Uint8Array) => {
		mkdirSync(dirname(join(dir, 'client', file)), { recursive: true })
		writeFileSync(join(dir, 'client', file), content)
	}
	const pages = {
		'index.html': HOME,
		'modules/index.html': '<title>Modules</title>',
		'404.html': '<title>Lost</title>',
		'__spa-fallback.html': '<title>App</title>',
	}
	for (const [file, html] of Object.entries(pages)) write(file, html)
	write('index.html.br', brotliCompressSync(HOME))
	write('index.html.gz', gzipSync(HOME))
	write('assets/root-abc123.js', 'export {}')
	write('modules.data', '[]')
	write('media/welcome.mp4', '0123456789')
	write('sitemap.xml', '<loc>https://origin.invalid/modules</loc>')
	writeFileSync(join(dir, 'csp.json'), JSON.stringify(Object.fromEntries(Object.keys(pages).map((file) => [file, `${POLICY}; ${file}`]))))
	return dir
}

const site = createStaticFiles(makeBuild(), {
	siteUrl: 'https://academy.test',
	appPaths: ['/dashboard', '/orders/:orderId', '/certificates/:id', '/admin/*'],
	segmentShapes,
})

function answer(path: string, init: RequestInit = {}): Response {
	const response = site(new Request(`http://127.0.0.1:3000${path}`, init))
	if (!response) throw new Error(`${path} was not answered`)
	return response
}

test.each(['/', '/nothing-here', '/assets/root-abc123.js'])('%s carries the headers that keep a browser careful', (path) => {
	const { headers } = answer(path)
	expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
	expect(headers.get('x-frame-options')).toBe('DENY')
	expect(headers.get('x-content-type-options')).toBe('nosniff')
	expect(headers.get('strict-transport-security')).toContain('max-age=')
})

test.each([
	['/', 'text/html; charset=utf-8'],
	['/nothing-here', 'text/html; charset=utf-8'],
	['/assets/root-abc123.js', 'text/javascript; charset=utf-8'],
	['/sitemap.xml', 'application/xml; charset=utf-8'],
	['/media/welcome.mp4', 'video/mp4'],
])('%s says that it is %s', (path, type) => {
	expect(answer(path).headers.get('content-type')).toBe(type)
})

test.each([
	['/', 200, 'Home'],
	['/?utm=1#x', 200, 'Home'],
	['/modules', 200, 'Modules'],
	['/dashboard', 200, 'App'],
	['/orders/cs_test_a1B2c3D4e5F6g7H8i9J0k1', 200, 'App'],
	['/orders/3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b', 200, 'App'],
	['/certificates/42', 200, 'App'],
	['/orders/none', 404, 'Lost'],
	['/orders/cs_test_short', 404, 'Lost'],
	['/orders/3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b-1', 404, 'Lost'],
	['/admin/refunds/7', 200, 'App'],
	['/orders', 404, 'Lost'],
	['/orders/42/edit', 404, 'Lost'],
	['/nothing-here', 404, 'Lost'],
	['/404.html', 404, 'Lost'],
	['/__spa-fallback.html', 404, 'Lost'],
	['/..%2fcsp.json', 404, 'Lost'],
	['/assets', 404, 'Lost'],
	['/assets/', 404, 'Lost'],
	['/.git/config', 404, 'Lost'],
	['/%E0%A4%A', 404, 'Lost'],
])('GET %s answers %i with the page "%s"', async (path, status, title) => {
	const response = answer(path)
	expect(response.status).toBe(status)
	expect(await response.text()).toContain(title)
})

test('each page carries its own policy, a file one that keeps it out of frames', () => {
	expect(answer('/modules').headers.get('content-security-policy')).toBe(`${POLICY}; modules/index.html`)
	expect(answer('/nope').headers.get('content-security-policy')).toBe(`${POLICY}; 404.html`)
	expect(answer('/assets/root-abc123.js').headers.get('content-security-policy')).toBe(
		"object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
	)
})

test.each([
	['br, gzip', 'br'],
	['gzip', 'gzip'],
	['br;q=0.1, gzip;q=0.9', 'gzip'],
	['br;q=0, gzip;q=0', null],
	['*', 'br'],
	['', null],
])('Accept-Encoding "%s" gets %s', (accepted, encoding) => {
	const response = answer('/', { headers: { 'accept-encoding': accepted } })
	expect(response.headers.get('content-encoding')).toBe(encoding)
	expect(response.headers.get('vary')).toBe('Accept-Encoding')
})

test('the packed body is the page', async () => {
	const response = answer('/', { headers: { 'accept-encoding': 'gzip' } })
	const body = Buffer.from(await response.arrayBuffer())
	expect(gunzipSync(body).toString()).toBe(HOME)
	expect(response.headers.get('content-length')).toBe(String(body.length))
})

test('a page that has not changed is not sent again', async () => {
	const etag = answer('/').headers.get('etag') ?? ''
	for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
		const response = answer('/', { headers: { 'if-none-match': known } })
		expect([known, response.status, await response.text()]).toEqual([known, 304, ''])
	}
	expect(answer('/', { headers: { 'if-none-match': '"old"' } }).status).toBe(200)
})

test('an unknown address stays a 404 whatever the browser remembers', () => {
	expect(answer('/nope', { headers: { 'if-none-match': '*' } }).status).toBe(404)
})

test.each([
	['/', 'no-cache'],
	['/modules.data', 'no-cache'],
	['/assets/root-abc123.js', 'public, max-age=31536000, immutable'],
])('%s may be kept: %s', (path, rule) => {
	expect(answer(path).headers.get('cache-control')).toBe(rule)
})

test('HEAD has the headers of GET and no body', async () => {
	const response = answer('/', { method: 'HEAD' })
	expect(response.headers.get('content-length')).toBe(String(HOME.length))
	expect(await response.text()).toBe('')
})

test.each([
	['/modules/', '/modules'],
	['/modules/?coupon=LAUNCH1', '/modules?coupon=LAUNCH1'],
	['/dashboard/', '/dashboard'],
])('%s moves to %s', (from, to) => {
	const response = answer(from)
	expect([response.status, response.headers.get('location')]).toEqual([308, to])
})

test('a path that looks like another host is not redirected to', () => {
	expect(answer('//evil.test/').status).toBe(404)
})

test('other methods are left to the surfaces', () => {
	expect(site(new Request('http://127.0.0.1/', { method: 'POST' }))).toBeNull()
})

test('the sitemap names the origin the server knows', async () => {
	expect(await answer('/sitemap.xml').text()).toBe('<loc>https://academy.test/modules</loc>')
})

test('a folder without a finished build is refused with the way out', () => {
	const empty = mkdtempSync(join(tmpdir(), 'launchway-empty-'))
	expect(() => createStaticFiles(empty, { siteUrl: 'http://x.test', appPaths: [] })).toThrow('npm run build')
})

test('a page that was built for another address names the one it is served from, packed or not', async () => {
	const dir = makeBuild()
	const page = (origin: string) =>
		`<link rel="canonical" href="${origin}/"><a href="https://share.test/?u=${encodeURIComponent(`${origin}/`)}">${'way '.repeat(100)}</a>`
	writeFileSync(join(dir, 'client/index.html'), page('http://localhost:3000'))
	writeFileSync(join(dir, 'origin.txt'), 'http://localhost:3000')
	const elsewhere = createStaticFiles(dir, { siteUrl: 'https://academy.test', appPaths: [] })
	const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Uint8Array) => Buffer.from(body) }
	const read = async (encoding: keyof typeof unpack) => {
		const response = elsewhere(new Request('http://127.0.0.1/', { headers: { 'accept-encoding': encoding } }))
		return unpack[encoding](new Uint8Array(await response!.arrayBuffer())).toString()
	}
	for (const encoding of ['br', 'gzip', 'identity'] as const) expect(await read(encoding)).toBe(page('https://academy.test'))
})

test('a page that was built for this address is served as it was packed', async () => {
	const dir = makeBuild()
	writeFileSync(join(dir, 'origin.txt'), 'https://academy.test')
	const here = createStaticFiles(dir, { siteUrl: 'https://academy.test', appPaths: [] })
	const response = here(new Request('http://127.0.0.1/', { headers: { 'accept-encoding': 'br' } }))
	expect(Buffer.from(await response!.arrayBuffer()).equals(brotliCompressSync(HOME))).toBe(true)
})

test('a player gets the part of a film it asks for', async () => {
	const part = answer('/media/welcome.mp4', { headers: { range: 'bytes=4-6' } })
	expect([part.status, part.headers.get('content-range'), part.headers.get('content-length'), await part.text()]).toEqual([
		206,
		'bytes 4-6/10',
		'3',
		'456',
	])
	const beyond = answer('/media/welcome.mp4', { headers: { range: 'bytes=10-' } })
	expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
	const whole = answer('/media/welcome.mp4')
	expect([whole.status, whole.headers.get('accept-ranges'), await whole.text()]).toEqual([200, 'bytes', '0123456789'])
})

test('a page is always answered whole', () => {
	expect(answer('/', { headers: { range: 'bytes=0-3' } }).status).toBe(200)
})
