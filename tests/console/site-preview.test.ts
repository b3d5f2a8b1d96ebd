import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { addressOf, originOf, publish, quickSite, RELOADING, saveText } from './edit-content.ts'
import { type ConsoleBrowser, openConsoleAs } from './open-console.ts'

const HOME = 'marketing/home.json'
const SITE = '/admin/content/site'
const newHome = (word: string) => originOf(HOME).replace('"subtitle": "', `"subtitle": "${word} `)

/** Writes built pages. */
function put(folder: string, files: Readonly<Record<string, string>>): void {
	for (const [file, text] of Object.entries(files)) {
		const target = path.join(folder, 'client', file)
		mkdirSync(path.dirname(target), { recursive: true })
		writeFileSync(target, text)
	}
}

const page = (words: string) =>
	`<html><head><title>A &amp; B</title><link rel="stylesheet" href="/assets/site.css"/><style>@font-face{src:url(/assets/a.woff2)}</style>` +
	`<script>alert("${words}")</script></head><body><noscript>none</noscript><a href="/about">${words}</a><a href="//other.test/">x</a></body></html>`

type Build = (edits: string, signal: AbortSignal) => Promise<string[]>

type Parts = Omit<Parameters<typeof quickSite>[0] & {}, 'build'> & { build?: Build }

async function open({ build, ...overrides }: Parts = {}) {
	const { site, read } = quickSite(overrides)
	const { folder } = site.preview
	put(site.pages, { 'index.html': page('As before'), 'about/index.html': page('About us') })
	site.preview.build =
		build ??
		(async () => {
			put(folder, {
				'index.html': page('As drafted'),
				'about/index.html': page('About us'),
				'404.html': page('No'),
				'assets/site.css': 'a{b:url("/x.svg")}',
			})
			return []
		})
	const wire = await startWire({ site })
	return { wire, site, read, folder, operator: await openConsoleAs(wire, 'operator') }
}

/** What the page says when nothing is at work any more. */
const settled = (browser: Pick<ConsoleBrowser, 'get'>) =>
	vi.waitFor(
		async () => {
			const { text } = await browser.get(SITE)
			expect(text).not.toContain(RELOADING)
			return text
		},
		{ timeout: 20_000 },
	)

test('a saved draft is shown on the pages of the site, those that it changes first, to the operator alone', async () => {
	const { wire, operator } = await open()
	expect((await operator.get(SITE)).text).toContain('There is no preview now')
	await saveText(operator, HOME, newHome('First'))
	expect((await operator.get(addressOf(HOME))).text).toContain(`href="${SITE}" data-discover="true">See it on its pages</a>`)
	const text = await settled(operator)
	expect(text).toContain(`<small>${HOME}</small>`)
	expect([...text.matchAll(/<optgroup label="([^"]+)">|<option value="([^"]+)" *(selected="")?/g)].map((found) => found.slice(1))).toEqual([
		['Changed by the drafts', undefined, undefined],
		[undefined, '/', 'selected=""'],
		['As they are public', undefined, undefined],
		[undefined, '/about', undefined],
	])
	expect(text).toContain('/about · A &amp; B')
	expect(
		[...text.matchAll(/<iframe[^>]*?src="([^"]+)" width="(\d+)"[^>]*sandbox="allow-same-origin"/g)].map(([, ...found]) => found),
	).toEqual([
		[`${SITE}/at/`, '390'],
		[`${SITE}/at/`, '1280'],
	])
	expect((await operator.get(`${SITE}?page=/about`)).text).toContain(`src="${SITE}/at/about"`)
	expect((await operator.get(`${SITE}?page=//other.test`)).text).toContain(`src="${SITE}/at/"`)

	const support = await openConsoleAs(wire, 'support')
	for (const place of [SITE, `${SITE}/at/`, `${SITE}/at/about`]) {
		expect((await support.get(place)).status).toBe(403)
		expect((await wire.app.request(place)).status).toBe(303)
	}
})

test('its pages run no script, lead to one another, and give nothing else of this machine', async () => {
	const { operator, folder } = await open()
	await saveText(operator, HOME, newHome('First'))
	await settled(operator)
	writeFileSync(path.join(folder, 'csp.json'), '{}')
	const { text, headers } = await operator.get(`${SITE}/at/`)
	expect(text).toContain(`<a href="${SITE}/at/about">As drafted</a><a href="//other.test/">`)
	expect(text).toContain(`href="${SITE}/at/assets/site.css"`)
	expect(text).toContain(`url(${SITE}/at/assets/a.woff2)`)
	expect(text).not.toMatch(/<script|<noscript/)
	const policy = headers.get('content-security-policy') ?? ''
	expect(policy).toMatch(/^sandbox allow-same-origin; default-src 'none'/)
	expect(policy).not.toContain('script')
	expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual(['SAMEORIGIN', 'no-store'])

	const sheet = await operator.get(`${SITE}/at/assets/site.css`)
	expect([sheet.text, sheet.headers.get('content-type')]).toEqual([`a{b:url("${SITE}/at/x.svg")}`, 'text/css; charset=utf-8'])
	for (const strange of ['nowhere', '../csp.json', '%2e%2e/csp.json', '..%2fcsp.json', '..%5ccsp.json', 'a%00b', 'assets'])
		expect([strange, (await operator.get(`${SITE}/at/${strange}`)).status]).toEqual([strange, 404])
})

test('faults are named and nothing is built; a build that fails is told', async () => {
	const build = vi.fn<Build>(async () => ['The oven is cold.'])
	const check = vi.fn(async () => ['content/marketing/home.json: no title'])
	const { operator } = await open({ build, check })
	await saveText(operator, HOME, newHome('First'))
	expect(await settled(operator)).toContain('<code>content/marketing/home.json: no title</code>')
	expect(build).not.toHaveBeenCalled()
	check.mockResolvedValue([])
	await operator.post(SITE)
	const text = await settled(operator)
	expect(text).toContain('<code>The oven is cold.</code>')
	expect(text).not.toContain('<iframe')
	expect((await operator.get(`${SITE}/at/`)).status).toBe(404)
})

test('a newer draft takes the place of the preview at work, which ends first', async () => {
	const at: string[] = []
	const build: Build = (_, signal) =>
		new Promise((resolve) => {
			at.push('begun')
			const end = () => resolve([])
			if (at.length > 3) return end()
			signal.addEventListener('abort', () => setTimeout(() => (at.push('ended'), end()), 50))
		})
	const { operator, folder } = await open({ build })
	mkdirSync(folder)
	await saveText(operator, HOME, newHome('First'))
	await vi.waitFor(() => expect(at).toEqual(['begun']))
	await saveText(operator, HOME, newHome('Second'))
	await vi.waitFor(() => expect(at).toEqual(['begun', 'ended', 'begun']))
	await operator.post(SITE)
	await settled(operator)
	expect(at).toEqual(['begun', 'ended', 'begun', 'ended', 'begun'])
	expect(existsSync(`${folder}-edits`)).toBe(false)
})

test('a draft that it does not have in it is told, and after an hour it is gone', async () => {
	const { operator, folder, wire } = await open()
	const timers = vi.spyOn(globalThis, 'setTimeout')
	await saveText(operator, HOME, newHome('First'))
	expect(await settled(operator)).not.toContain('Something was saved since')
	await wire.deps.db.insertInto('content_versions').values({ path: 'site.json', body: null, origin: '', created_at: new Date() }).execute()
	expect(await settled(operator)).toContain('Something was saved since')
	const [later] = timers.mock.calls.find(([, ms]) => ms === 3_600_000) ?? []
	later?.()
	await vi.waitFor(() => expect(existsSync(folder)).toBe(false))
	expect(await settled(operator)).toContain('There is no preview now')
})

test('a publication takes the check of the preview that is at work, and waits for its pages', async () => {
	const oven = Promise.withResolvers<string[]>()
	const order: string[] = []
	const check = vi.fn(async () => [] as string[])
	const { site, operator } = await open({ check, build: () => oven.promise.finally(() => order.push('preview')) })
	site.build = async () => (order.push('site'), [])
	await saveText(operator, HOME, newHome('First'))
	await vi.waitFor(async () => expect((await operator.get(SITE)).text).toContain('Building the pages'))
	await operator.post('/admin/content/publish')
	await vi.waitFor(async () => expect((await operator.get('/admin/content/publish')).text).toContain('Building the pages'))
	expect(order).toEqual([])
	oven.resolve([])
	await vi.waitFor(() => expect(site.retire).toHaveBeenCalledOnce(), { timeout: 20_000 })
	expect([order, check.mock.calls.length]).toEqual([['preview', 'site'], 1])
})

test('once another process serves, this one builds no preview; when it does not start, it does', async () => {
	const takeOver = vi.fn(() => Promise.reject(new Error('it did not start')))
	const { operator, site } = await open({ takeOver })
	await saveText(operator, HOME, newHome('First'))
	expect(await publish(operator)).toContain('it did not start')
	await operator.post(SITE)
	expect(await settled(operator)).toContain('<iframe')
	takeOver.mockResolvedValue(undefined as never)
	await operator.post('/admin/content/publish')
	await vi.waitFor(() => expect(site.retire).toHaveBeenCalledOnce(), { timeout: 20_000 })
	const build = vi.spyOn(site.preview, 'build')
	await operator.post(SITE)
	// Asked again, the other process answers.
	const { text } = await operator.get(SITE)
	expect([text.includes('A publication is running'), text.includes(RELOADING)]).toEqual([true, true])
	expect(build).not.toHaveBeenCalled()
})

test('a save during a publication leaves the pages alone that it waits for; when it fails, the later draft is built', async () => {
	const oven = Promise.withResolvers<string[]>()
	const signals: AbortSignal[] = []
	const build: Build = (_, signal) => (signals.push(signal) === 1 ? oven.promise : Promise.resolve([]))
	const { operator } = await open({ build, takeOver: () => Promise.reject(new Error('it did not start')) })
	await saveText(operator, HOME, newHome('First'))
	await vi.waitFor(() => expect(signals).toHaveLength(1))
	await operator.post('/admin/content/publish')
	await saveText(operator, HOME, newHome('Second'))
	expect(signals[0]?.aborted).toBe(false)
	expect((await operator.get(SITE)).text).toContain('A publication is running')
	expect(signals).toHaveLength(1)
	oven.resolve([])
	await vi.waitFor(() => expect(signals).toHaveLength(2), { timeout: 20_000 })
	expect(await settled(operator)).not.toContain('Something was saved since')
})
