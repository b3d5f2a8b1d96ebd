import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import path from 'node:path'

import { findChromium } from './rig/find-chromium.ts'
import type { BenchOptions, Measurement } from './rig/measurement.ts'
import { runServer } from './rig/run-server.ts'

const LESSON = '/course/module1?section=value-mapping'
const PAGES = ['/login', '/dashboard', '/settings', '/weekly-planner', '/course/module1', LESSON]
const MAX_LESSON_KB = 200
const MAX_SHIFT = 0.02
const EMAIL = 'bench@example.com'

/** Code for the page, whose globals this program does not know. */
const COUNT_SHIFT = `globalThis.layoutShift = 0
new PerformanceObserver((list) => {
	for (const { value } of list.getEntries()) globalThis.layoutShift += value
}).observe({ type: 'layout-shift', buffered: true })`

/** As the page counts them: bodies as sent, and 300 bytes for the headers of each. */
const SUM_TRANSFERS = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce((sum, { transferSize }) => sum + transferSize, 0)`

const KEEP_USER = `localStorage.setItem('launchway_user', JSON.stringify({ name: 'Ana', email: 'ana@example.com' }))`

async function signIn(context: BrowserContext): Promise<void> {
	const page = await context.newPage()
	await context.request.post('/auth/v1/otp', { data: { email: EMAIL, create_user: true } })
	let body = ''
	for (let tries = 0; tries < 100 && body === ''; tries++) {
		const answer = await context.request.get(`/dev/outbox.json?to=${encodeURIComponent(EMAIL)}`)
		body = ((await answer.json()) as { body: string }[])[0]?.body ?? ''
		if (body === '') await page.waitForTimeout(100)
	}
	await page.goto(/https?:\/\/\S+\/auth\/callback\?\S+/.exec(body)?.[0] ?? '')
	await page
		.getByRole('main')
		.getByRole('button', { name: /^(Sign in|Continue)$/ })
		.click()
	await page.waitForURL('**/dashboard')
	await page.close()
}

/** Bytes on the wire with an empty cache, and the cumulative layout shift without input. */
async function look(context: BrowserContext, address: string): Promise<{ bytes: number; shift: number }> {
	const page = await context.newPage()
	const devtools = await context.newCDPSession(page)
	let bytes = 0
	devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
	await devtools.send('Network.enable')
	await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
	await page.addInitScript({ content: COUNT_SHIFT })
	await page.goto(address, { waitUntil: 'networkidle' })
	const shift = (await page.evaluate('layoutShift')) as number
	await page.close()
	return { bytes, shift }
}

/** A lesson as the first page of a learner who has an account and is signed out. */
async function weighFirstLesson(browser: Browser, baseURL: string): Promise<Measurement> {
	const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
	await context.addInitScript({ content: KEEP_USER })
	const page = await context.newPage()
	await page.goto(LESSON, { waitUntil: 'networkidle' })
	const value = ((await page.evaluate(SUM_TRANSFERS)) as number) / 1000
	await context.close()
	return { name: "a visitor's first lesson: everything", value, unit: 'kB', goal: `≤ ${MAX_LESSON_KB} kB`, isMet: value <= MAX_LESSON_KB }
}

/** The pages of a signed-in learner, on a phone 390 px wide: weight and layout shift. */
export async function measureSignedInPages({ port, workDir, print }: BenchOptions): Promise<Measurement[]> {
	const env = { DATA_DIR: path.join(workDir, 'signed-in'), LOG_LEVEL: 'error' }
	const server = await runServer({ command: [process.execPath, 'server/main.ts'], port, env, limitSeconds: 60 })
	const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
	try {
		const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 390, height: 844 } })
		await signIn(context)
		const measurements: Measurement[] = []
		for (const address of PAGES) {
			const { bytes, shift } = await look(context, address)
			print(`${address}: ${(bytes / 1000).toFixed(1)} kB, shift ${shift.toFixed(4)}`)
			measurements.push(
				{ name: `signed in, ${address}: everything`, value: bytes / 1000, unit: 'kB' },
				{ name: `signed in, ${address}: layout shift`, value: shift, unit: '', goal: `≤ ${MAX_SHIFT}`, isMet: shift <= MAX_SHIFT },
			)
		}
		return [...measurements, await weighFirstLesson(browser, server.origin)]
	} finally {
		await browser.close()
		await server.stop()
	}
}
