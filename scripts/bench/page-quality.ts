import path from 'node:path'

import { type LighthouseResult, measureLighthouse } from './lighthouse.ts'
import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { runServer } from './rig/run-server.ts'

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
