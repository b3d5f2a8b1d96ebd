import { chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { QUIET_FLAGS } from '#scripts/chromium-flags.ts'

import { findChromium } from './rig/find-chromium.ts'

/** Scores 0 to 100; times in milliseconds (simulated mobile throttling); bytes as transferred. */
export type LighthouseResult = {
	scores: Record<string, number>
	metrics: { firstContentfulPaint: number; largestContentfulPaint: number; totalBlockingTime: number; cumulativeLayoutShift: number }
	transferBytes: number
	requests: number
	/** Lighthouse's estimate of this machine's speed; below 1500, the results say little about the page. */
	benchmarkIndex: number
	/** Audits without a full score. */
	imperfect: readonly string[]
}

const FLAGS = ['--headless', '--no-sandbox', ...QUIET_FLAGS]

/** Local storage, as left by an earlier visit; the cache is empty. */
type Kept = Record<string, string>

async function keep(port: number, url: string, kept: Kept): Promise<void> {
	const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
	const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage()
	// Opens robots.txt because it has no scripts that would store anything else.
	await page.goto(new URL('/robots.txt', url).href)
	for (const [name, value] of Object.entries(kept))
		await page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
	await page.close()
	await browser.close()
}

/**
 * Runs Lighthouse in a new browser, with its defaults for mobile devices.
 * @throws Error if there is no Chromium, or the page can't be measured
 */
export async function measureLighthouse(url: string, kept?: Kept): Promise<LighthouseResult> {
	const profile = await mkdtemp(join(tmpdir(), 'launchway-lighthouse-'))
	const chrome = await launch({ chromePath: findChromium(), chromeFlags: FLAGS, userDataDir: profile, logLevel: 'silent' })
	try {
		if (kept) await keep(chrome.port, url, kept)
		const run = await lighthouse(url, { port: chrome.port, logLevel: 'silent', output: 'json', disableStorageReset: kept !== undefined })
		if (!run || run.lhr.runtimeError)
			throw new Error(`Lighthouse could not measure ${url}: ${run?.lhr.runtimeError?.message ?? 'no result'}`)
		return toResult(run.lhr)
	} finally {
		chrome.kill()
		await rm(profile, { recursive: true, force: true, maxRetries: 5 })
	}
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function toResult({ categories, audits, environment }: Report): LighthouseResult {
	const number = (id: string) => audits[id]?.numericValue ?? Number.NaN
	const items = audits['network-requests']?.details
	const requests = items && 'items' in items && Array.isArray(items.items) ? items.items.length : 0
	const relevant = new Set(
		Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id)),
	)
	return {
		scores: Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)])),
		metrics: {
			firstContentfulPaint: Math.round(number('first-contentful-paint')),
			largestContentfulPaint: Math.round(number('largest-contentful-paint')),
			totalBlockingTime: Math.round(number('total-blocking-time')),
			cumulativeLayoutShift: number('cumulative-layout-shift'),
		},
		transferBytes: number('total-byte-weight'),
		requests,
		benchmarkIndex: environment.benchmarkIndex,
		imperfect: [...relevant].filter((id) => (audits[id]?.score ?? 1) < 1),
	}
}
