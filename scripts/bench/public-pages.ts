import path from 'node:path'

import { type LighthouseResult, measureLighthouse } from './lighthouse.ts'
import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { listPages } from './rig/read-pages.ts'
import { runServer } from './rig/run-server.ts'

/** One run is enough for a perfect page; the others get this many, and the median counts. */
const RUNS_OF_IMPERFECT = 3

/** All articles look alike, so the first represents them. */
const withOneArticle = (pages: readonly string[]) => {
	const first = pages.find((page) => page.startsWith('/articles/'))
	return pages.filter((page) => page === first || !page.startsWith('/articles/'))
}

/** Lighthouse 13 adds a fifth about how well programs can use a page; we promise nothing about it. */
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

const isPerfect = ({ scores }: LighthouseResult) => CATEGORIES.every((name) => scores[name] === 100)

async function measureOften(url: string): Promise<LighthouseResult[]> {
	const results = [await measureLighthouse(url)]
	for (let run = 2; run <= RUNS_OF_IMPERFECT && !results.every(isPerfect); run++) results.push(await measureLighthouse(url))
	return results
}

function present(page: string, results: readonly LighthouseResult[]): Measurement {
	const middle = (read: (result: LighthouseResult) => number) => median(results.map(read))
	const scores = CATEGORIES.map((name) => middle(({ scores: each }) => each[name] ?? 0))
	const value = Math.min(...scores)
	const short = [...new Set(results.flatMap(({ imperfect }) => imperfect))]
	const paint = middle(({ metrics }) => metrics.largestContentfulPaint)
	const bytes = Math.round(middle(({ transferBytes }) => transferBytes) / 1000)
	return {
		name: `Lighthouse mobile, lowest of four: ${page}`,
		value,
		unit: '',
		goal: '100',
		isMet: value === 100,
		note: `${scores.join('/')}, LCP ${paint} ms, ${bytes} kB${value < 100 ? `; short: ${short.join(', ')}` : ''}`,
	}
}

/** Lighthouse with its mobile defaults on every page that search engines may list: the lowest of its four scores, and why. */
export async function measurePublicPages({ port, workDir, print }: BenchOptions): Promise<Measurement[]> {
	const env = { DATA_DIR: path.join(workDir, 'pages'), LOG_LEVEL: 'error', NODE_ENV: 'production', SANDBOX: '1' }
	const server = await runServer({ command: [process.execPath, 'server/main.ts'], port, env, limitSeconds: 60 })
	try {
		const measurements: Measurement[] = []
		for (const page of withOneArticle(await listPages(server.origin))) {
			// The browser sometimes fails to record a load; the other pages are still measured.
			const results = await measureOften(server.origin + page).catch((error: unknown) => print(`${page}: ${String(error)}`))
			if (!results) continue
			const measured = present(page, results)
			print(`${page}: ${measured.note}`)
			measurements.push(measured)
		}
		return measurements
	} finally {
		await server.stop()
	}
}
