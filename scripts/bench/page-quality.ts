import path from 'node:path'

import { type LighthouseResult, measureLighthouse } from './lighthouse.ts'
import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { runServer } from './rig/run-server.ts'

const RUNS = 5
const SLOW_MACHINE = 1500

async function repeat(url: string, print: (line: string) => void): Promise<LighthouseResult[]> {
	const results: LighthouseResult[] = []
	for (let run = 1; run <= RUNS; run++) {
		const result = await measureLighthouse(url)
		results.push(result)
		const scores = Object.entries(result.scores).map(([name, score]) => `${name} ${score}`)
		print(`run ${run}: ${scores.join(', ')}${result.imperfect.length > 0 ? ` (${result.imperfect.join(', ')})` : ''}`)
	}
	return results
}

function summarize(results: readonly LighthouseResult[]): Measurement[] {
	const middle = (read: (result: LighthouseResult) => number) => median(results.map(read))
	const machine = Math.round(middle((result) => result.benchmarkIndex))
	const note = `median of ${RUNS}, machine ${machine}${machine < SLOW_MACHINE ? ': too busy to say much' : ''}`
	const scores = Object.keys(results[0]?.scores ?? {}).map((name): Measurement => {
		const value = middle((result) => result.scores[name] ?? 0)
		return { name: `Lighthouse mobile: ${name}`, value, unit: '', goal: '100', isMet: value === 100, note }
	})
	const time = (name: string, value: number, limit: number): Measurement => ({
		name,
		value,
		unit: 'ms',
		goal: `≤ ${limit} ms`,
		isMet: value <= limit,
		note,
	})
	return [
		...scores,
		time(
			'first contentful paint',
			middle(({ metrics }) => metrics.firstContentfulPaint),
			1000,
		),
		time(
			'largest contentful paint',
			middle(({ metrics }) => metrics.largestContentfulPaint),
			1300,
		),
		time(
			'total blocking time',
			middle(({ metrics }) => metrics.totalBlockingTime),
			80,
		),
	]
}

/** Lighthouse with its mobile defaults on `/`, several times, each in its own browser. */
export async function measurePageQuality({ port, workDir, print }: BenchOptions): Promise<Measurement[]> {
	const env = { DATA_DIR: path.join(workDir, 'lighthouse'), LOG_LEVEL: 'error', NODE_ENV: 'production', SANDBOX: '1' }
	const server = await runServer({ command: [process.execPath, 'server/main.ts'], port, env, limitSeconds: 60 })
	try {
		return summarize(await repeat(`${server.origin}/`, print))
	} finally {
		await server.stop()
	}
}
