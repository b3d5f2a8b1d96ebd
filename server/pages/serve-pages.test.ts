// asvs V1.1.1 V3.4.3 V3.4.4 V3.4.5 V3.4.6 V4.1.1 V5.3.2 V13.4.3
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import type { Content } from '#content/load-content.server.ts'
import { loadedContent, loadEdited } from '#content/loaded.server.ts'
import { readShipped } from '#content/read-sources.server.ts'
import { answer, files, makeApp, open, options } from '#tests/setup/fake-app.ts'

import { readBuiltFiles } from './built-files.ts'
import { createPageServer } from './serve-pages.ts'

/** Returns the shipped content with another site name. */
const renamed = (): Content =>
	loadEdited(new Map([['site.json', (readShipped().get('site.json') ?? '').replace('"Launchway"', '"Harbor Academy"')]]))

test.each(['/', '/nothing-here', '/assets/root-abc123.js'])('%s has the security headers', async (path) => {
	const { headers } = await answer(path)
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
])('%s has content type %s', async (path, type) => {
	expect((await answer(path)).headers.get('content-type')).toBe(type)
})

test.each([
	['/', 200, 'Home'],
	['/?utm=1#x', 200, 'Home'],
	['/modules', 200, 'Modules'],
	['/dashboard', 200, 'Dashboard'],
	['/orders/cs_test_a1B2c3D4e5F6g7H8i9J0k1', 200, 'App'],
	['/orders/3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b', 200, 'App'],
	['/certificates/42', 200, 'App'],
	['/orders/none', 404, 'Lost'],
	['/orders/cs_test_short', 404, 'Lost'],
	['/orders/3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b-1', 404, 'Lost'],
	['/orders', 404, 'Lost'],
	['/orders/42/edit', 404, 'Lost'],
	['/nothing-here', 404, 'Lost'],
	['/404.html', 404, 'Lost'],
	['/404', 404, 'Lost'],
	['/orders/:orderId', 404, 'Lost'],
	['/modules.data', 200, 'Launchway'],
	['/orders/3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b.data', 200, 'Launchway'],
	['/nothing.data', 404, 'Lost'],
	['/..%2fcsp.json', 404, 'Lost'],
	['/assets', 404, 'Lost'],
	['/assets/', 404, 'Lost'],
	['/.git/config', 404, 'Lost'],
	['/%E0%A4%A', 404, 'Lost'],
])('GET %s answers %i with page "%s"', async (path, status, title) => {
	const response = await answer(path)
	expect(response.status).toBe(status)
	expect(await response.text()).toContain(title)
})

test('each page has its own security policy, and files can’t be framed', async () => {
	const policyOf = async (path: string) => (await answer(path)).headers.get('content-security-policy')
	for (const path of ['/modules', '/nope'])
		expect(await policyOf(path)).toMatch(/^default-src 'self'; script-src 'strict-dynamic' 'sha256-/)
	expect(await policyOf('/')).not.toBe(await policyOf('/course/module1'))
	expect(await policyOf('/assets/root-abc123.js')).toBe("object-src 'none'; base-uri 'none'; frame-ancestors 'none'")
})

test.each([
	['br, gzip', 'br'],
	['gzip', 'gzip'],
	['br;q=0.1, gzip;q=0.9', 'gzip'],
	['br;q=0, gzip;q=0', null],
	['*', 'br'],
	['', null],
])('Accept-Encoding "%s" gets %s', async (accepted, encoding) => {
	const response = await answer('/', { headers: { 'accept-encoding': accepted } })
	expect(response.headers.get('content-encoding')).toBe(encoding)
	expect(response.headers.get('vary')).toBe('Accept-Encoding')
})

test('the compressed body is the page, at the site’s origin', async () => {
	const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
	const plain = await (await answer('/modules')).text()
	for (const encoding of ['br', 'gzip'] as const) {
		const response = await answer('/modules', { headers: { 'accept-encoding': encoding } })
		const body = Buffer.from(await response.arrayBuffer())
		expect([unpack[encoding](body).toString(), response.headers.get('content-length')]).toEqual([plain, String(body.length)])
	}
	expect(plain).toContain('href="https://academy.test/modules"')
	expect(plain).toContain('u=https%3A%2F%2Facademy.test%2F')
	expect(plain).not.toContain('origin.invalid')
})

test('an unchanged page is answered with 304', async () => {
	const etag = (await answer('/')).headers.get('etag') ?? ''
	for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
		const response = await answer('/', { headers: { 'if-none-match': known } })
		expect([known, response.status, await response.text()]).toEqual([known, 304, ''])
	}
	expect((await answer('/', { headers: { 'if-none-match': '"old"' } })).status).toBe(200)
})

test('an unknown path stays a 404 despite If-None-Match', async () => {
	expect((await answer('/nope', { headers: { 'if-none-match': '*' } })).status).toBe(404)
})

test.each([
	['/', 'no-cache', 'max-age=1', '1'],
	['/modules.data', 'no-cache', 'max-age=1', '1'],
	['/assets/root-abc123.js', 'public, max-age=31536000, immutable', null, null],
])('%s is cached: %s by browsers, and %s by shared caches', async (path, rule, ...shared) => {
	const { headers } = await answer(path)
	expect(['cache-control', 'cdn-cache-control', 'x-accel-expires'].map((name) => headers.get(name))).toEqual([rule, ...shared])
})

test('HEAD has the headers of GET and no body', async () => {
	const response = await answer('/', { method: 'HEAD' })
	expect(response.headers.get('content-length')).toBe(String((await (await answer('/')).text()).length))
	expect(await response.text()).toBe('')
})

test.each([
	['/modules/', '/modules'],
	['/modules/?coupon=LAUNCH1', '/modules?coupon=LAUNCH1'],
	['/dashboard/', '/dashboard'],
	['/certificates/%E4%B8%AD/', '/certificates/%E4%B8%AD'],
	['/certificates/a%0d%0ab/', '/certificates/a%0D%0Ab'],
])('%s redirects to %s', async (from, to) => {
	const response = await answer(from)
	expect([response.status, response.headers.get('location')]).toEqual([308, to])
})

test('a path that looks like another host isn’t redirected', async () => {
	expect((await answer('//evil.test/')).status).toBe(404)
})

test('other methods are left to the surfaces', () => {
	expect(open().serve(new Request('http://127.0.0.1/', { method: 'POST' }), loadedContent)).toBeNull()
})

test('a folder without a complete build is refused with the command to run', () => {
	const empty = mkdtempSync(join(tmpdir(), 'launchway-empty-'))
	expect(() => readBuiltFiles(empty, { siteUrl: 'http://x.test' })).toThrow('npm run build')
})

test('a page is rendered once per release, even for parallel requests, and all others after the first visitor', async () => {
	const rendered = new Map<string, number>()
	const pages = open(makeApp(rendered))
	const texts = await Promise.all(Array.from({ length: 20 }, async () => (await answer('/modules', {}, pages)).text()))
	expect(new Set(texts).size).toBe(1)
	const all = ((await pages.list(loadedContent)).length + options.appPaths.length) * 2
	await expect.poll(() => rendered.size).toBe(all)
	expect(new Set(rendered.values())).toEqual(new Set([1]))
})

test('parallel requests for two releases never mix', async () => {
	const other = renamed()
	const pages = open()
	const read = async (release: Content, path: string) => (await pages.serve(new Request(`http://127.0.0.1${path}`), release))?.text()
	const asked = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? loadedContent : other))
	for (const path of ['/', '/modules.data', '/nope']) {
		const texts = await Promise.all(asked.map((release) => read(release, path)))
		expect(texts.map((text) => text?.includes('Harbor Academy'))).toEqual(asked.map((release) => release === other))
	}
})

test('a page still open after a publication can load its old style sheet', async () => {
	const pages = open()
	const before = await (await answer('/', {}, pages)).text()
	const blue = loadEdited(new Map([['brand.json', (readShipped().get('brand.json') ?? '').replaceAll('#cc3b14', '#1d4ed8')]]))
	const read = (path: string) => pages.serve(new Request(`http://127.0.0.1${path}`), blue)
	const after = await (await read('/'))?.text()
	const [sheet, newSheet] = [before, after].map((html) => /"(\/assets\/site-[\w-]+\.css)"/.exec(html ?? '')?.[1] ?? '')
	expect(newSheet).not.toBe(sheet)
	expect(await (await read(newSheet ?? ''))?.text()).toContain('#1d4ed8')
	expect(await (await read(sheet ?? ''))?.text()).toContain('#cc3b14')
	expect((await read('/assets/site-unknown.css'))?.status).toBe(404)
})

test('a page that fails to render fails alone, and is retried', async () => {
	const app = makeApp()
	const { render } = app
	let isBroken = true
	const pages = createPageServer(
		async () => ({
			...app,
			render: (request, release) =>
				isBroken && request.url.endsWith('/modules') ? Promise.resolve(new Response('oh', { status: 500 })) : render(request, release),
		}),
		files,
		{
			...options,
			log: { error: () => {} },
		},
	)
	await expect(answer('/modules', {}, pages)).rejects.toThrow('/modules could not be rendered: 500')
	expect((await answer('/', {}, pages)).status).toBe(200)
	isBroken = false
	expect((await answer('/modules', {}, pages)).status).toBe(200)
})

test('visited pages are rendered for the next releases before those are served', async () => {
	const pages = open()
	const [next, later] = [renamed(), renamed()]
	const isThere = (release: Content, path: string) =>
		!(pages.serve(new Request(`http://127.0.0.1:3000${path}`), release) instanceof Promise)
	await pages.prepare(next)
	await answer('/modules', {}, pages)
	await pages.prepare(next)
	expect([isThere(next, '/modules'), isThere(next, '/')]).toEqual([true, false])
	await pages.prepare(later)
	expect(['/', '/modules', '/dashboard'].map((path) => isThere(later, path))).toEqual([true, true, false])
})

test('a page that can’t be rendered is found before publishing, and doesn’t block the others', async () => {
	const app = makeApp()
	const { render } = app
	const isBroken = (url: string) => url.includes('/articles/')
	const pages = createPageServer(
		async () => ({
			...app,
			render: async (request, ...rest) => (isBroken(request.url) ? new Response('oh', { status: 500 }) : render(request, ...rest)),
		}),
		files,
		{ ...options, log: { error: () => {} } },
	)
	const broken = await pages.findBroken(loadedContent)
	expect(broken.map(({ file }) => file).toSorted()).toEqual(loadedContent.articles.map(({ id }) => `articles/${id}.md`).toSorted())
	expect(broken[0]?.message).toContain('cannot be rendered: ')
	expect(await open().findBroken(loadedContent)).toEqual([])
})

test('rendering a draft doesn’t affect the published release', async () => {
	const pages = open()
	const draft = renamed()
	expect(await (await answer('/', {}, pages)).text()).toContain('<h1>Launchway</h1>')
	const drawn = await pages.renderPreview(draft, '/')
	expect(drawn?.html).toContain('<h1>Harbor Academy</h1>')
	expect(drawn?.policy).toContain("default-src 'self'")
	expect(await pages.renderPreview(draft, '/nothing')).toBeNull()
	expect((await pages.file(draft, '/og.png'))?.type).toBe('image/png')
	expect(await pages.list(draft)).toContain('/modules')
	expect(await (await answer('/', {}, pages)).text()).toContain('<h1>Launchway</h1>')
})

test('a page ignores Range requests', async () => {
	expect((await answer('/', { headers: { range: 'bytes=0-3' } })).status).toBe(200)
})
