import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { content } from '#content/loaded.server.ts'

import { finalize } from './finalize.ts'

const { promises } = content

const COLORS =
	':root{--accent:#cc3b14;--accent-hover:#a92e0c;--on-accent:#fff6e9;--accent-ink:#b3310d}' +
	'[data-theme=dark]{--accent:#ff8457;--accent-hover:#ffa07c;--on-accent:#1a1420;--accent-ink:#ff9a73}'
const SHEET = `@layer base{${COLORS}p{color:red}}@layer components{.dialog{margin:0}.page{margin:0}}`
const page = (body: string, head = '') => `<html><head>${head}<style>${SHEET}</style></head><body>${body}</body></html>`
const SCRIPT =
	'<script type="module" async="">import * as route0 from "/assets/root.js";window.__reactRouterRouteModules = {"root":route0};import("/assets/entry.js");</script>'

function makeRouterOutput(): string {
	const dir = mkdtempSync(join(tmpdir(), 'launchway-finalize-'))
	const files = {
		'index.html': page(`<p class="page">${'Home '.repeat(60)}</p>${SCRIPT}`),
		'modules/index.html': page(`<p>Modules</p>${SCRIPT}`),
		'hidden/index.html': page(`<p>Hidden</p>${SCRIPT}`, '<meta name="robots" content="noindex"/>'),
		'canonical/index.html': page(
			'<a href="https://share.test/?u=https%3A%2F%2Forigin.invalid%2F">x</a>',
			'<meta name="robots" content="noindex"/><link rel="canonical" href="https://origin.invalid/canonical"/>',
		),
		'404/index.html': page('<h1>Page Not Found</h1>', '<meta name="robots" content="noindex"/>'),
		'__spa-fallback.html': page(`<p>Loading</p>${SCRIPT}`),
		'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
		'assets/root.js': `export const words = "${'way '.repeat(100)}"`,
	}
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(dirname(join(dir, 'client', file)), { recursive: true })
		writeFileSync(join(dir, 'client', file), text)
	}
	return dir
}

const build = makeRouterOutput()
await finalize(build)
const read = (file: string) => readFileSync(join(build, 'client', file))

test('the build keeps the figures that its pages promise, but for what depends on the kind of build', () => {
	const kept: unknown = JSON.parse(readFileSync(join(build, 'promises.json'), 'utf8'))
	expect(kept).toMatchObject({ price: promises['price'], guaranteeDays: promises['guaranteeDays'] })
	expect(kept).not.toHaveProperty('insteadOfRegularPrice')
})

test('each page keeps the styles it can use; the rest waits in one shared file', () => {
	expect(read('index.html').toString()).toContain('.page{margin:0}')
	expect(read('modules/index.html').toString()).not.toContain('.page{margin:0}')
	const shared = readdirSync(join(build, 'client/assets')).find((file) => /^site-.*\.css$/.test(file)) ?? ''
	expect(read(`assets/${shared}`).toString()).toBe(SHEET)
	expect(read('modules/index.html').toString()).toContain(`"/assets/${shared}"`)
})

test('the sitemap lists what may be found, at an origin the server fills in', () => {
	const listed = [
		...read('sitemap.xml')
			.toString()
			.matchAll(/<loc>([^<]+)<\/loc>/g),
	].map((match) => match[1])
	expect(listed).toEqual(['https://origin.invalid/', 'https://origin.invalid/modules'])
})

test('the service worker is one file at the root, and the list beside it names the files of the site', () => {
	expect(read('offline-worker.js').toString()).not.toMatch(/^(?:import|export)/m)
	const { files, bytes } = JSON.parse(read('offline-files.json').toString()) as { files: string[]; bytes: number }
	expect(files).toEqual([...files].toSorted())
	expect(files).toContain('/assets/root.js')
	expect(bytes).toBe(files.reduce((sum, file) => sum + read(file).length, 0))
})

test('the 404 page is a file and no address', () => {
	expect(read('404.html').toString()).toContain('Page Not Found')
	expect(readdirSync(join(build, 'client'))).not.toContain('404')
})

test('every page has its policy', () => {
	const policies = JSON.parse(readFileSync(join(build, 'csp.json'), 'utf8')) as Record<string, string>
	expect(Object.keys(policies).toSorted()).toEqual([
		'404.html',
		'__spa-fallback.html',
		'canonical/index.html',
		'hidden/index.html',
		'index.html',
		'modules/index.html',
	])
	for (const policy of Object.values(policies)) expect(policy).toContain("default-src 'self'")
})

test('the packed copies are the page', () => {
	expect(brotliDecompressSync(read('index.html.br')).equals(read('index.html'))).toBe(true)
	expect(gunzipSync(read('index.html.gz')).equals(read('index.html'))).toBe(true)
})

test('the home page tells search engines who speaks', () => {
	expect(read('index.html').toString()).toContain('"@type":"EducationalOrganization"')
	expect(read('modules/index.html').toString()).not.toContain('ld+json')
})

test('a page names its address at the origin the build expects, also inside other addresses', () => {
	const html = read('canonical/index.html').toString()
	expect(html).toContain('href="http://localhost:3000/canonical"')
	expect(html).toContain('u=http%3A%2F%2Flocalhost%3A3000%2F')
	expect(html).not.toContain('origin.invalid')
	expect(readFileSync(join(build, 'origin.txt'), 'utf8')).toBe('http://localhost:3000')
})
