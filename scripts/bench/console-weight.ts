import { type Browser, chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { chromiumFlags } from '#scripts/chromium-flags.ts'
import { root } from '#scripts/run-command.ts'

import { fillAcademy, fillCouponsAndMedia, insertOperatorSession } from './console/fill-academy.ts'
import { listStaticImports } from './page-weight.ts'
import { findChromium } from './rig/find-chromium.ts'
import type { BenchOptions, Measurement } from './rig/measurement.ts'
import { withServer } from './rig/run-server.ts'

const PEOPLE = 5000
const LOADS = 3
const QUIET_LIMIT_MS = 60_000
const MOST_SCRIPT_KB = 180
const LONGEST_PAINT_MS = 1000

/** Script for the page. A string, because this program's types don't include the browser's globals. */
const READ_LARGEST_PAINT = `new Promise((resolve) => {
	new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true })
})`

type Open = { origin: string; cookie: string; print: BenchOptions['print'] }

/** URL patterns of the console's pages, those without parameters first. */
const PATTERNS = [
	...readFileSync(path.join(root, 'server/console/routes.txt'), 'utf8').matchAll(/^GET (\/admin\S*) \| (?:support|operator)/gm),
]
	.map(([, pattern = '']) => ({ pattern, shape: new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`) }))
	.filter(({ pattern }) => !pattern.includes('*'))
	.toSorted((one, other) => one.pattern.split(':').length - other.pattern.split(':').length)

/** Returns the kind of a page: the pattern of its URL and the kind of file it shows. Null if no page has this URL. */
function kindOf(link: string): string | null {
	const { pathname, searchParams } = new URL(link, 'http://localhost')
	const pattern = PATTERNS.find(({ shape }) => shape.test(pathname))?.pattern
	// All texts of a folder are one kind of page, and so are all forms.
	const file = searchParams
		.get('path')
		?.replaceAll(/\d+/g, '1')
		.replace(/[^/]+(?=\.md$)/, 'text')
		.replace(/.*\.json$/, 'form')
	return pattern === undefined ? null : [pattern, file].filter((part) => part !== undefined).join(' ')
}

/** Follows links from page to page and returns one URL for each kind of page. */
async function listConsolePages({ origin, cookie }: Open, only: string): Promise<string[]> {
	const found = new Map<string, string>()
	const pages: string[] = []
	const add = (link: string) => {
		const kind = kindOf(link)
		if (kind !== null && !found.has(kind)) found.set(kind, link)
	}
	for (const { pattern } of PATTERNS) if (!pattern.includes(':')) add(pattern)
	// A Map's iterator also visits entries that are added during the loop.
	for (const link of found.values()) {
		const answer = await fetch(origin + link, { headers: { cookie }, redirect: 'manual' })
		const text = await answer.text()
		if (answer.status !== 200 || answer.headers.get('content-type')?.startsWith('text/html') !== true || !text.includes('<main')) continue
		pages.push(link)
		for (const [, href = ''] of text.matchAll(/<a [^>]*href="(\/admin\/[^"#]+)/g)) add(href.replaceAll('&amp;', '&'))
	}
	return pages.filter((link) => link.includes(only))
}

type Loaded = {
	link: string
	/** Size of the scripts that the page needs before it can be used. */
	firstKb: number
	/** Size of all scripts loaded until the network is idle, including those the page imports later, such as the editor. */
	scriptKb: number
	paintMs: number
}

const kb = (bodies: readonly Buffer[]) => bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000

/** Returns the scripts in the document and their static imports. */
function findFirst(html: string, scripts: ReadonlyMap<string, Buffer>): Buffer[] {
	const found = new Set<string>()
	const waiting = [...scripts.keys()].filter((name) => html.includes(name))
	for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
		if (found.has(name)) continue
		found.add(name)
		waiting.push(...listStaticImports(scripts.get(name)?.toString() ?? ''))
	}
	return [...found].flatMap((name) => scripts.get(name) ?? [])
}

async function loadOnce(browser: Browser, { origin, cookie, print }: Open, link: string): Promise<Loaded> {
	const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } })
	const [name = '', value = ''] = cookie.split('=')
	await context.addCookies([{ name, value, url: origin }])
	const page = await context.newPage()
	const loading: Promise<[string, Buffer]>[] = []
	page.on('response', (response) => {
		if (response.request().resourceType() === 'script')
			loading.push(response.body().then((body) => [path.basename(new URL(response.url()).pathname), body]))
	})
	const html = (await (await page.goto(link))?.text()) ?? ''
	await page.waitForLoadState('networkidle', { timeout: QUIET_LIMIT_MS }).catch(() => print(`${link} keeps using the network`))
	const paintMs = (await page.evaluate(READ_LARGEST_PAINT)) as number
	const scripts = new Map(await Promise.all(loading))
	await context.close()
	return { link, firstKb: kb(findFirst(html, scripts)), scriptKb: kb([...scripts.values()]), paintMs }
}

/** Measures each page's first load. Uses the fastest of several, because other load on the machine delays the rest. */
async function loadAll(browser: Browser, open: Open, only: string): Promise<Loaded[]> {
	const loaded: Loaded[] = []
	for (const link of await listConsolePages(open, only)) {
		const loads: Loaded[] = []
		while (loads.length < LOADS) loads.push(await loadOnce(browser, open, link))
		const [best] = loads.toSorted((one, other) => one.paintMs - other.paintMs)
		if (!best) continue
		open.print(
			`${link}: ${best.firstKb.toFixed(1)} kB of script at first, ${best.scriptKb.toFixed(1)} kB in all, largest paint ${best.paintMs.toFixed(0)} ms`,
		)
		loaded.push(best)
	}
	return loaded
}

function summarize(loaded: readonly Loaded[]): Measurement[] {
	const limits = [
		{ of: 'firstKb', name: 'script, gzip', unit: 'kB', most: MOST_SCRIPT_KB },
		{ of: 'scriptKb', name: 'script, gzip, with what it imports later', unit: 'kB', most: null },
		{ of: 'paintMs', name: 'largest paint', unit: 'ms', most: LONGEST_PAINT_MS },
	] as const
	return limits.map(({ of, name, unit, most }) => {
		const [worst] = loaded.toSorted((one, other) => other[of] - one[of])
		const over = most === null ? [] : loaded.filter((page) => page[of] > most)
		return {
			name: `console, first load of a page: ${name}`,
			value: worst?.[of] ?? 0,
			unit,
			...(most !== null && { goal: `≤ ${most} ${unit}`, isMet: over.length === 0 && loaded.length > 0 }),
			note: `most of ${loaded.length} pages: ${worst?.link ?? ''}${over.length > 0 ? `; above the goal: ${over.map(({ link }) => link).join(' ')}` : ''}`,
		}
	})
}

export const measureConsoleWeight = (options: BenchOptions): Promise<Measurement[]> =>
	withServer(options, {
		// Live previews accept forms only from this URL.
		settings: { GOTRUE_SITE_URL: `http://127.0.0.1:${options.port}` },
		prepare: async ({ pools: { db } }) => {
			await fillAcademy(db, PEOPLE)
			await fillCouponsAndMedia(db)
			return insertOperatorSession(db)
		},
		async measure({ server, options: { print, only } }, cookie) {
			const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] })
			try {
				return summarize(await loadAll(browser, { origin: server.origin, cookie, print }, only))
			} finally {
				await browser.close()
			}
		},
	})
