import { chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path, { join } from 'node:path'

import { findChromium } from '#scripts/bench/rig/find-chromium.ts'
import { type BenchOptions, type Measurement, median } from '#scripts/bench/rig/measurement.ts'
import { runServer } from '#scripts/bench/rig/run-server.ts'
import { QUIET_FLAGS } from '#scripts/chromium-flags.ts'

/** Scores 0 to 100; times in milliseconds (simulated mobile throttling); bytes as transferred. */
type LighthouseResult = {
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
async function measureLighthouse(url: string, kept?: Kept): Promise<LighthouseResult> {
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

const RUNS = 5
const SLOW_MACHINE = 1500
const LESSON = {
	path: '/course/module1?section=value-mapping',
	/** Lessons require a sign-up, which this local storage simulates. */
	kept: { launchway_user: JSON.stringify({ name: 'Ana', email: 'ana@example.com' }), 'cookie-consent': 'declined' },
}

async function repeat(measure: () => Promise<LighthouseResult>, print: (line: string) => void): Promise<LighthouseResult[]> {
	const results: LighthouseResult[] = []
	for (let run = 1; run <= RUNS; run++) {
		const result = await measure().catch(measure) // the trace sometimes starts late, so retry once
		results.push(result)
		const scores = Object.entries(result.scores).map(([name, score]) => `${name} ${score}`)
		print(`run ${run}: ${scores.join(', ')}${result.imperfect.length > 0 ? ` (${result.imperfect.join(', ')})` : ''}`)
	}
	return results
}

type Goals = { firstContentfulPaint?: number; largestContentfulPaint?: number; totalBlockingTime?: number; cumulativeLayoutShift?: number }

/** Summarizes scores and metrics. Times are in milliseconds; layout shift has no unit. */
function summarize(page: string, results: readonly LighthouseResult[], goals: Goals): Measurement[] {
	const middle = (read: (result: LighthouseResult) => number) => median(results.map(read))
	const machine = Math.round(middle((result) => result.benchmarkIndex))
	const note = `median of ${RUNS}, machine ${machine}${machine < SLOW_MACHINE ? ': too busy to say much' : ''}`
	const scores = Object.keys(results[0]?.scores ?? {}).map((name): Measurement => {
		const value = middle((result) => result.scores[name] ?? 0)
		return { name: `Lighthouse mobile, ${page}: ${name}`, value, unit: '', goal: '100', isMet: value === 100, note }
	})
	const metrics = (Object.entries(goals) as [keyof Goals, number][]).map(([metric, limit]): Measurement => {
		const value = middle((result) => result.metrics[metric])
		const unit = metric === 'cumulativeLayoutShift' ? '' : 'ms'
		return { name: `${page}: ${WORDS[metric]}`, value, unit, goal: `≤ ${limit} ${unit}`.trim(), isMet: value <= limit, note }
	})
	return [...scores, ...metrics]
}

const WORDS = {
	firstContentfulPaint: 'first contentful paint',
	largestContentfulPaint: 'largest contentful paint',
	totalBlockingTime: 'total blocking time',
	cumulativeLayoutShift: 'cumulative layout shift',
}

export async function measurePageQuality({ port, workDir, print }: BenchOptions): Promise<Measurement[]> {
	const env = { DATA_DIR: path.join(workDir, 'lighthouse'), LOG_LEVEL: 'error', NODE_ENV: 'production', SANDBOX: '1' }
	const server = await runServer({ command: [process.execPath, 'server/main.ts'], port, env, limitSeconds: 60 })
	try {
		const home = await repeat(() => measureLighthouse(`${server.origin}/`), print)
		const lesson = await repeat(() => measureLighthouse(server.origin + LESSON.path, LESSON.kept), print)
		return [
			...summarize('home', home, { firstContentfulPaint: 1000, largestContentfulPaint: 1300, totalBlockingTime: 80 }),
			// Omits the SEO score, because the page is noindex. A shift of 0.01 is visible; a late font moves a word by 0.001.
			...summarize('lesson', lesson, { cumulativeLayoutShift: 0.01 }).filter(({ name }) => !name.endsWith('seo')),
		]
	} finally {
		await server.stop()
	}
}
