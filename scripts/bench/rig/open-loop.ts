import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { BENCH_SECTION } from './bench-database.ts'

export type RequestKind = 'read' | 'write'

const CONNECTIONS = 16

function ask(origin: string, { kind, token, agent }: { kind: RequestKind; token: string; agent: Agent }): Promise<void> {
	const isWrite = kind === 'write'
	const body = isWrite ? JSON.stringify({ entries: [{ kind: 'section', key: BENCH_SECTION, done: true, changedAt: Date.now() }] }) : ''
	return new Promise((resolve, reject) => {
		const sent = request(
			new URL(isWrite ? '/api/progress/merge' : '/api/progress', origin),
			{
				agent,
				method: isWrite ? 'POST' : 'GET',
				headers: {
					authorization: `Bearer ${token}`,
					...(isWrite ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
				},
			},
			(response) => {
				response.resume()
				response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${kind}: ${response.statusCode}`))))
			},
		)
		sent.once('error', reject)
		sent.end(body)
	})
}

export type Latencies = { p50: number; p99: number }

/**
 * Sends requests at a steady rate regardless of responses, so that a slow phase counts for every request it delays.
 * @param tokens one per learner; every request uses the next one
 * @returns latency in milliseconds, measured from the scheduled time of each request
 * @throws Error for a status other than 200
 */
export async function sendAtFixedRate(
	origin: string,
	{ kind, tokens, perSecond }: { kind: RequestKind; tokens: readonly string[]; perSecond: number },
): Promise<Latencies> {
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
	const took: number[] = []
	const started = performance.now()
	const pending = tokens.map(async (token, index) => {
		const due = started + (index * 1000) / perSecond
		await sleep(Math.max(0, due - performance.now()))
		await ask(origin, { kind, token, agent })
		took.push(performance.now() - due)
	})
	await Promise.all(pending)
	agent.destroy()
	const sorted = took.toSorted((a, b) => a - b)
	const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
	return { p50: at(0.5), p99: at(0.99) }
}
