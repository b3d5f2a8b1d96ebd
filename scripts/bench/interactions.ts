import { type Browser, chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import { chromiumFlags } from '#scripts/chromium-flags.ts'
import { listPaths, requireFile } from '#server/console/content/files.ts'

import { fillAcademy, openConsole } from './console/fill-academy.ts'
import { findChromium } from './rig/find-chromium.ts'
import type { BenchOptions, Measurement } from './rig/measurement.ts'
import { withServer } from './rig/with-server.ts'

/** Number of accounts and orders: enough for the longest lists to have more than one page. */
const PEOPLE = 5000
const MOST_ROWS = 100
const SLOWER = 4
const KEYS = 200
const KEY_MS = 70
const LIMIT_MS = 100
/** Shorter events aren't reported, so they count as this long. */
const LEAST_MS = 16
const PROSE = 'One more sentence, which someone writes at the pace of a person: with commas, and a stop at the end. '

/**
 * Script for the page, as text because the types of this program don't include the page's globals. Records the longest event of
 * each interaction (Event Timing, as INP counts them), across all documents of the tab.
 */
const WATCH = `{
	const kept = JSON.parse(sessionStorage.getItem('bench-interactions') ?? '[]')
	const longest = new Map()
	new PerformanceObserver((list) => {
		for (const { interactionId: id, duration } of list.getEntries())
			if (id > 0) longest.set(id, Math.max(longest.get(id) ?? 0, duration))
	}).observe({ type: 'event', buffered: true, durationThreshold: ${LEAST_MS} })
	globalThis.interactions = () => [
		...kept,
		...longest.values(),
		...Array.from({ length: Math.max(0, performance.interactionCount - longest.size) }, () => ${LEAST_MS}),
	]
	addEventListener('pagehide', () => sessionStorage.setItem('bench-interactions', JSON.stringify(globalThis.interactions())))
}`

const ADD_BUTTON = `{
	const button = document.createElement('button')
	button.addEventListener('click', () => { button.textContent += '.' })
	document.body.replaceChildren(button)
}`

/** Presses a button that makes the smallest possible change to a page, as a baseline. */
async function pressButton(page: Page): Promise<void> {
	// Any page of the server, because about:blank has no storage.
	await page.goto('/robots.txt')
	await page.evaluate(ADD_BUTTON)
	for (let press = 0; press < 60; press += 1) await page.getByRole('button').click()
}

const findLongestLesson = () =>
	listPaths()
		.filter((file) => /\/lessons\/.*\.md$/.test(file))
		.map((file) => ({ file, length: requireFile(file).origin.length }))
		.toSorted((one, other) => other.length - one.length)[0]?.file ?? ''

async function writeInTheEditor(page: Page): Promise<void> {
	await page.goto(`${consolePaths.contentFile}?path=${encodeURIComponent(findLongestLesson())}`)
	const paragraphs = page.locator('.ProseMirror > p')
	await paragraphs.first().waitFor()
	await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click()
	await page.keyboard.press('End')
	await page.keyboard.type(` ${PROSE.repeat(3)}`.slice(0, KEYS), { delay: KEY_MS })
}

/** Uses the table of orders: selects rows, sorts, moves with the keyboard and filters. */
async function workInATable(page: Page): Promise<void> {
	await page.goto(consolePaths.orders)
	const boxes = page.locator('tbody input[type=checkbox]')
	await boxes.nth(MOST_ROWS - 1).waitFor()
	for (let row = 0; row < 75; row += 1) await boxes.nth(row).click()
	for (const sort of ['-total', 'total', '-created', 'created']) {
		await page.locator(`thead a[href$="sort=${sort}"]`).click()
		await page.waitForURL(new RegExp(`sort=${sort}`), { waitUntil: 'commit' })
	}
	for (let row = 0; row < 20; row += 1) await page.keyboard.press('j', { delay: KEY_MS })
	const search = page.getByRole('search', { name: 'Orders' })
	await search.getByRole('searchbox').click()
	await page.keyboard.type('learner47', { delay: KEY_MS })
	await page.keyboard.press('Enter')
	await page.waitForURL(/q=learner47/, { waitUntil: 'commit' })
	// Waits until the rows and the form are loaded.
	await page.waitForLoadState('networkidle')
	await search.getByLabel('State').selectOption('paid')
	await search.getByRole('button').first().click()
	await page.waitForURL(/state=paid/, { waitUntil: 'commit' })
}

async function jumpAround(page: Page): Promise<void> {
	await page.goto(consolePaths.today)
	await page.getByRole('button', { name: 'Jump to' }).waitFor()
	for (const words of ['publish', 'learner47', 'new lesson', 'refund', 'coupon', 'newsletter', 'settings tax', 'team']) {
		await page.keyboard.press('Control+k')
		const field = page.getByRole('combobox', { name: 'Jump to' })
		await field.waitFor()
		await page.keyboard.type(words, { delay: KEY_MS })
		for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key, { delay: KEY_MS })
		await page.keyboard.press('Escape')
		await field.waitFor({ state: 'hidden' })
	}
}

const PARTS: readonly (readonly [name: string, work: (page: Page) => Promise<void>])[] = [
	['a button that counts', pressButton],
	[`editor, ${KEYS} keys in the longest lesson`, writeInTheEditor],
	[`table of ${MOST_ROWS} rows: tick, sort, filter`, workInATable],
	['palette: open, type, choose', jumpAround],
]

const share = (sorted: readonly number[], part: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0

async function measurePart(page: Page, [part, work]: (typeof PARTS)[number]): Promise<Measurement> {
	page.on('dialog', (dialog) => void dialog.accept())
	await page.addInitScript({ content: WATCH })
	const devtools = await page.context().newCDPSession(page)
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
	await work(page)
	// The last events are reported only after the next paint.
	await page.waitForTimeout(500)
	const took = ((await page.evaluate('interactions()')) as number[]).toSorted((one, other) => one - other)
	await page.close()
	const p98 = share(took, 0.98)
	return {
		name: `interaction to next paint, ${part}, p98`,
		value: p98,
		unit: 'ms',
		goal: `≤ ${LIMIT_MS} ms`,
		isMet: p98 <= LIMIT_MS,
		note: `p50 ${share(took, 0.5)} ms, p75 ${share(took, 0.75)} ms, longest ${took.at(-1) ?? 0} ms, of ${took.length} interactions; ${SLOWER}× slower processor`,
	}
}

async function measureParts(browser: Browser, { origin, cookie }: { origin: string; cookie: string }): Promise<Measurement[]> {
	const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } })
	const [name = '', value = ''] = cookie.split('=')
	await context.addCookies([{ name, value, url: origin }])
	const measured: Measurement[] = []
	for (const part of PARTS) measured.push(await measurePart(await context.newPage(), part))
	return measured
}

/** Measures interactions in the console on a slow processor, from a key or click to the next paint. */
export const measureInteractions = (options: BenchOptions): Promise<Measurement[]> =>
	withServer(options, {
		prepare: async ({ pools: { db } }) => {
			await fillAcademy(db, PEOPLE)
			const cookie = await openConsole(db)
			await sql`insert into list_preferences (user_id, list, page_rows) select id, 'orders', ${MOST_ROWS} from auth.users
				where raw_app_meta_data ->> 'role' = 'operator'`.execute(db)
			return cookie
		},
		async measure({ server }, cookie) {
			const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] })
			try {
				return await measureParts(browser, { origin: server.origin, cookie })
			} finally {
				await browser.close()
			}
		},
	})
