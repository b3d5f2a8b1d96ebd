import { setTimeout as sleep } from 'node:timers/promises'

import { askAsHonest, type HonestFigures, startHostile } from './neighbours/callers.ts'
import { fillLearners, issueTokens } from './rig/bench-database.ts'
import type { BenchOptions, Measurement } from './rig/measurement.ts'
import { memoryOf } from './rig/memory-of.ts'
import { type Bench, withServer } from './rig/with-server.ts'

const LEARNERS = 1000
const READERS = 200
const IDLE_SECONDS = 30
const PER_SECOND = 20
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? '2')
const MEMORY_EVERY_MS = 1000
/** Each caller has its own address, so that the limits are those of a public server. */
const SETTINGS = { TRUSTED_PROXY_HOPS: '1' }

/** Records the largest memory of the server until stopped. */
function watchMemory(pid: number): () => number {
	let most = 0
	const timer = setInterval(() => (most = Math.max(most, memoryOf(pid)?.rssMb ?? 0)), MEMORY_EVERY_MS)
	return () => {
		clearInterval(timer)
		return most
	}
}

async function measure({ server, options }: Bench, tokens: string[]): Promise<Measurement[]> {
	const [hostile = '', ...honest] = tokens
	const load = (seconds: number) => askAsHonest(server.origin, honest, { seconds, perSecond: PER_SECOND })
	await load(5) // warms up
	const idle = await load(IDLE_SECONDS)
	options.print(`alone: p99 ${idle.p99.toFixed(1)} ms over ${idle.count} requests`)
	const mostMemory = watchMemory(server.pid)
	const attack = startHostile(server.origin, hostile)
	await sleep(1000)
	const rounds: HonestFigures[] = []
	for (let minute = 0; minute < MINUTES; minute++) {
		const round = await load(60)
		rounds.push(round)
		options.print(
			`minute ${minute + 1}: p99 ${round.p99.toFixed(1)} ms, ${round.failed} failed, ${attack.count()} hostile requests, ${attack.faults()} faults`,
		)
	}
	await attack.stop()
	const all = rounds.flatMap(({ took }) => took).toSorted((a, b) => a - b)
	const p99 = all[Math.floor(all.length * 0.99)] ?? 0
	const memory = mostMemory()
	const failed = rounds.reduce((sum, { failed: count }) => sum + count, 0)
	const growth = p99 / idle.p99
	return [
		{ name: 'p99 of honest requests, alone', value: idle.p99, unit: 'ms' },
		{
			name: 'the same next to a hostile account and a hostile stranger',
			value: p99,
			unit: 'ms',
			note: `${MINUTES} min, ${attack.count()} hostile requests`,
		},
		{ name: 'growth', value: growth, unit: '×', goal: '≤ 3', isMet: growth <= 3 },
		{ name: 'honest requests that were refused or failed', value: failed, unit: '', goal: '0', isMet: failed === 0 },
		{
			name: 'answers of 500 and more to the hostile, but 503 and 504',
			value: attack.faults(),
			unit: '',
			goal: '0',
			isMet: attack.faults() === 0,
		},
		{ name: 'most memory of the server', value: memory, unit: 'MB' },
	]
}

/** Honest learners next to one hostile account and one hostile stranger; `BENCH_MINUTES` sets the duration. */
export const measureNeighbours = (options: BenchOptions): Promise<Measurement[]> =>
	withServer(options, {
		settings: SETTINGS,
		prepare: async (database) => {
			await fillLearners(database, 0, LEARNERS)
			return issueTokens(database, LEARNERS, READERS + 1)
		},
		measure,
	})
