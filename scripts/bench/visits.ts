import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'
import { withServer } from './rig/with-server.ts'

const ROUNDS = 9
const PAGES = 300
const PER_SECOND = 50
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

type Asked = { origin: string; path: string; agent: Agent; body?: string }

/** @returns milliseconds. @throws Error for an answer that is no success */
function ask({ origin, path, agent, body }: Asked): Promise<number> {
	const started = performance.now()
	const headers = {
		'user-agent': BROWSER,
		...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
	}
	return new Promise((resolve, reject) => {
		const sent = request(new URL(path, origin), { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
			response.resume()
			const isGood = (response.statusCode ?? 500) < 300
			response.once('end', () => (isGood ? resolve(performance.now() - started) : reject(new Error(`${path}: ${response.statusCode}`))))
		})
		sent.once('error', reject)
		sent.end(body)
	})
}

type Took = { p50: number; p99: number }

/** Pages at a steady rate; each of them reports a visit afterwards, or none does. */
async function view(origin: string, isCounted: boolean): Promise<Took> {
	const agent = new Agent({ keepAlive: true, maxSockets: 32 })
	const started = performance.now()
	const took = await Promise.all(
		Array.from({ length: PAGES }, async (_each, index) => {
			await sleep(Math.max(0, started + (index * 1000) / PER_SECOND - performance.now()))
			const ms = await ask({ origin, path: '/', agent })
			if (isCounted) await ask({ origin, path: '/api/visits', agent, body: JSON.stringify({ step: 'visit', host: 'www.google.com' }) })
			return ms
		}),
	)
	agent.destroy()
	const sorted = took.toSorted((one, other) => one - other)
	return { p50: median(sorted), p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 }
}

/** What the count of a visit costs the page: home with and without it, in turn. */
export const measureVisits = (options: BenchOptions): Promise<Measurement[]> =>
	withServer(options, {
		prepare: () => Promise.resolve(),
		measure: async ({ server: { origin }, database: { pools } }) => {
			const [without, counted]: [Took[], Took[]] = [[], []]
			for (let round = 0; round <= ROUNDS; round += 1)
				for (const isCounted of round % 2 === 0 ? [false, true] : [true, false]) {
					const took = await view(origin, isCounted)
					options.print(`${isCounted ? 'with' : 'without'} a count: p50 ${took.p50.toFixed(2)} ms, p99 ${took.p99.toFixed(2)} ms`)
					if (round > 0) (isCounted ? counted : without).push(took)
				}
			// The counts of the last seconds still wait in the server.
			await sleep(6000)
			const { rows } = await pools.app.query<{ visits: number }>('select coalesce(sum(count), 0)::int as visits from visit_counts')
			const sent = PAGES * (ROUNDS + 1)
			if (rows[0]?.visits !== sent) throw new Error(`void: ${rows[0]?.visits} of ${sent} visits were counted`)
			const note = `${ROUNDS} rounds of ${PAGES} pages in turn, ${PER_SECOND} a second, one visit each`
			return (['p50', 'p99'] as const).flatMap((share) => {
				const [own, other] = [median(counted.map((took) => took[share])), median(without.map((took) => took[share]))]
				return [
					{ name: `home with a counted visit, ${share}`, value: own, unit: 'ms', note },
					{ name: `home without, ${share}`, value: other, unit: 'ms' },
					{
						name: `home with / without, ${share}`,
						value: own / other,
						unit: '',
						...(share === 'p50' && { goal: '≤ 1.1', isMet: own / other <= 1.1 }),
					},
				]
			})
		},
	})
