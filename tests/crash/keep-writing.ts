import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Response to a request, or the reason why there is none. */
type Answer = { status: number; retryAfter: string | null; text: string } | { status: 0; reason: string }
type Call = { method: string; path: string; headers?: Record<string, string>; body?: string }
/** A kind of request sent along with the writes, and the statuses it has while everything works. */
export type Probe = { name: string; call: () => Call; usual: readonly number[] }

const LIMIT_MS = 60_000

/** Uses a different visitor for each request, because limits per network aren't tested here. */
export const visitor = (index: number) =>
	`127.${100 + (Math.floor(index / 62_500) % 100)}.${(Math.floor(index / 250) % 250) + 1}.${(index % 250) + 1}`

export const ask = ({ hostname, port }: URL, { method, path, headers, body = '' }: Call, localAddress: string) =>
	new Promise<Answer>((resolve) => {
		const content = body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
		const fail = (error: Error) => resolve({ status: 0, reason: (error as NodeJS.ErrnoException).code ?? error.message })
		const sent = { 'x-forwarded-for': localAddress, ...content, ...headers }
		const options = { hostname, port, method, path, localAddress, agent: false as const, headers: sent }
		const request = http.request({ ...options, timeout: LIMIT_MS }, (response) => {
			let text = ''
			response.on('data', (part) => (text += String(part)))
			response.once('end', () => resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null, text }))
			response.once('error', fail)
		})
		request.once('timeout', () => request.destroy(new Error('no answer in a minute')))
		request.once('error', fail).end(body)
	})

const isUnavailable = (answer: Answer) => answer.status === 503 && answer.retryAfter !== null

/** Counts of responses since the previous `look`. */
class Tally {
	readonly began = performance.now()
	acknowledged = 0
	unavailable = 0
	/** Requests without a response, by reason. */
	readonly unanswered = new Map<string, number>()
	/** Unexpected responses: neither a usual status nor a 503 with Retry-After. */
	readonly wrong = new Map<string, number>()
	/** Milliseconds from the beginning to the last write that was sent and not acknowledged. */
	refusedUntil = 0
	/** Milliseconds of the slowest response. */
	slowest = 0

	count(kind: 'unanswered' | 'wrong', what: string): void {
		this[kind].set(what, (this[kind].get(what) ?? 0) + 1)
	}
}

/**
 * Writes at a steady rate, regardless of response times, and sends the probes in turn, until stopped.
 * @param writes per second
 * @param probes four per second, in turn
 */
export function keepWriting(origin: string, writes: number, probes: readonly Probe[] = []) {
	const url = new URL(origin)
	const acknowledged: string[] = []
	const underWay = new Set<Promise<void>>()
	let tally = new Tally()
	let isStopped = false
	let sent = 0

	async function follow(name: string, asked: Promise<Answer>, usual: readonly number[]): Promise<boolean> {
		const at = performance.now()
		const answer = await asked
		tally.slowest = Math.max(tally.slowest, performance.now() - at)
		if ('reason' in answer) tally.count('unanswered', answer.reason)
		else if (isUnavailable(answer)) tally.unavailable += 1
		else if (!usual.includes(answer.status)) tally.count('wrong', `${name}: ${answer.status} ${answer.text.slice(0, 200)}`)
		return usual.includes(answer.status)
	}
	async function write(): Promise<void> {
		const feedbackId = randomUUID()
		const { began } = tally
		const at = performance.now()
		const call = { method: 'POST', path: '/api/leads/feedback', body: JSON.stringify({ feedbackId, helpful: true }) }
		if (await follow('write', ask(url, call, visitor((sent += 1))), [201])) {
			acknowledged.push(feedbackId)
			tally.acknowledged += 1
		} else if (began === tally.began) tally.refusedUntil = Math.max(tally.refusedUntil, at - began)
	}
	const probe = ({ name, call, usual }: Probe) => follow(name, ask(url, call(), visitor((sent += 1))), usual)
	function track(work: Promise<unknown>): void {
		const done = work.then(() => void underWay.delete(done))
		underWay.add(done)
	}
	const start = performance.now()
	const writing = (async () => {
		for (let turn = 0; !isStopped;) {
			for (; turn < ((performance.now() - start) / 1000) * writes && !isStopped; turn += 1) {
				track(write())
				const next = turn % Math.ceil(writes / 4) === 0 ? probes[Math.floor(turn / Math.ceil(writes / 4)) % probes.length] : undefined
				if (next) track(probe(next))
			}
			await sleep(5)
		}
	})()
	return {
		acknowledged,
		/** Returns the counts and resets them. */
		look(): Tally {
			const last = tally
			tally = new Tally()
			return last
		},
		stop: async (): Promise<void> => {
			isStopped = true
			await writing
			await Promise.all(underWay)
		},
	}
}
