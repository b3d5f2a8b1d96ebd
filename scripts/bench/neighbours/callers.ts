import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { WRITTEN_KEY } from '#scripts/bench/rig/bench-database.ts'

type Call = { method?: string; path: string; token?: string; from: string; body?: unknown }

const TIME_LIMIT_MS = 60_000

/** @returns the status; 0 when the connection broke */
function ask(origin: string, agent: Agent, { method = 'GET', path, token, from, body }: Call): Promise<number> {
	const text = body === undefined ? undefined : JSON.stringify(body)
	const headers = {
		'x-forwarded-for': from,
		'x-forwarded-proto': 'http',
		...(token && { authorization: `Bearer ${token}` }),
		...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
	}
	return new Promise((resolve) => {
		const sent = request(new URL(path, origin), { agent, method, headers, timeout: TIME_LIMIT_MS }, (response) => {
			response.resume()
			response.once('end', () => resolve(response.statusCode ?? 0))
			response.once('error', () => resolve(0))
		})
		sent.once('timeout', () => sent.destroy())
		sent.once('error', () => resolve(0))
		sent.end(text)
	})
}

const honestCalls = (token: string, from: string): Call[] => [
	{ path: '/', from },
	{ path: '/api/progress', token, from },
	{
		method: 'POST',
		path: '/api/progress/merge',
		token,
		from,
		body: { entries: [{ kind: 'section', key: WRITTEN_KEY, done: true, changedAt: Date.now() }] },
	},
	{ path: '/digital-income-mastery', from },
	{ path: '/api/planner', token, from },
	{ path: '/rest/v1/user_sms_settings?select=*', token, from },
	{ path: '/api/orders', token, from },
]

export type HonestFigures = { took: number[]; p99: number; count: number; failed: number }

/** Learners who send requests at a steady rate, each from their own home; a slow phase counts for everyone it delays. */
export async function askAsHonest(
	origin: string,
	tokens: readonly string[],
	{ seconds, perSecond }: { seconds: number; perSecond: number },
): Promise<HonestFigures> {
	const agent = new Agent({ keepAlive: true, maxSockets: 32 })
	const took: number[] = []
	let failed = 0
	const started = performance.now()
	const pending = Array.from({ length: seconds * perSecond }, async (_each, index) => {
		const person = index % tokens.length
		const calls = honestCalls(tokens[person] ?? '', `198.51.${person >> 8}.${person & 255}`)
		const due = started + (index * 1000) / perSecond
		await sleep(Math.max(0, due - performance.now()))
		const status = await ask(origin, agent, calls[index % calls.length]!)
		took.push(performance.now() - due)
		if (status < 200 || status >= 400) failed += 1
	})
	await Promise.all(pending)
	agent.destroy()
	took.sort((a, b) => a - b)
	return { took, p99: took[Math.floor(took.length * 0.99)] ?? 0, count: took.length, failed }
}

const LONG = 'w '.repeat(999)
const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const FIRST_MONDAY = Date.UTC(2001, 0, 1)
const stamp = (text: string) => ({ text, changedAt: 1 })
const row = (id: number) => ({
	id: `r${id}`,
	completed: false,
	ideaName: LONG,
	whatImDoing: LONG,
	timeNeeded: LONG,
	platform: LONG,
	weeklyGoal: LONG,
	place: id,
	changedAt: 1,
	removed: false,
})
const rows = (count: number) => Array.from({ length: count }, (_each, id) => row(id))
const week = (turn: number) => new Date(FIRST_MONDAY + (turn % 520) * WEEK_MS).toISOString().slice(0, 10)

/** One account that stores and requests as much as it may. */
const accountCalls = (token: string, turn: number): Call[] =>
	[
		{ method: 'POST', path: '/api/planner/merge', body: { week: week(turn), focusArea: stamp(LONG), rows: rows(9) } },
		{ path: '/api/planner' },
		{ method: 'POST', path: '/api/planner/pdf', body: { week: week(turn), focusArea: LONG, rows: rows(9) } },
		{ method: 'POST', path: '/api/privacy/export', body: { format: 'json' } },
		{ path: '/rest/v1/planner_weeks?select=*' },
		{ path: `/rest/v1/progress_entries?or=(${'key.ilike.*a*,'.repeat(20)}key.eq.x)` },
		{ method: 'PUT', path: '/auth/v1/user', body: { data: { note: '€'.repeat(8000) } } },
	].map((call) => ({ ...call, token, from: '203.0.113.7' }))

/** One stranger from one network, each time with another address in it. */
const strangerCalls = (turn: number): Call[] =>
	[
		{
			method: 'POST',
			path: '/auth/v1/otp',
			body: { email: `stranger-${turn}@example.test`, create_user: true, data: { note: '€'.repeat(8000) } },
		},
		{
			method: 'POST',
			path: '/auth/v1/token?grant_type=password',
			body: { email: `bench-${turn % 1000}@example.test`, password: 'wrong horse battery' },
		},
		{ method: 'POST', path: '/auth/v1/recover', body: { email: `bench-${turn % 1000}@example.test` } },
		{ method: 'POST', path: '/api/leads/newsletter', body: { email: `letter-${turn}@example.test` } },
		{ method: 'POST', path: '/api/planner/pdf', body: { week: week(turn), focusArea: LONG, rows: rows(9) } },
		{ path: '/rest/v1/user_sms_settings?select=*' },
		{ method: 'POST', path: '/functions/v1/create-payment', body: { productName: 'Digital Income Mastery - Lifetime Access' } },
		{ path: `/no-such-page-${turn}` },
	].map((call) => ({ ...call, from: `2001:db8:1:1::${(turn % 65_536).toString(16)}` }))

export type Hostile = { count: () => number; faults: () => number; stop: () => Promise<void> }

const LOOPS = 8

/** Both call without a pause, eight calls at a time each, until they are stopped. */
export function startHostile(origin: string, token: string): Hostile {
	const agent = new Agent({ keepAlive: true, maxSockets: LOOPS * 2 })
	let count = 0
	let faults = 0
	let isOver = false
	const loop = async (callsOf: (turn: number) => Call[]) => {
		for (let turn = Math.floor(Math.random() * 1e6); !isOver; turn += 1) {
			const calls = callsOf(turn)
			const status = await ask(origin, agent, calls[turn % calls.length]!)
			count += 1
			// 503 and 504 are how a full queue refuses; anything else from 500 on is a fault, and so is a broken connection.
			if (!isOver && (status === 0 || (status >= 500 && status !== 503 && status !== 504))) faults += 1
		}
	}
	const loops = Array.from({ length: LOOPS }, () => [loop((turn) => accountCalls(token, turn)), loop(strangerCalls)]).flat()
	return {
		count: () => count,
		faults: () => faults,
		async stop() {
			isOver = true
			await Promise.all(loops)
			agent.destroy()
		},
	}
}
