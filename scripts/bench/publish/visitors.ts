import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { read } from '#scripts/bench/rig/read-pages.ts'

const AT_ONCE = 8
const CONNECTIONS = 32
const SLOW_MS = 200

/** Reads many pages, some at a time. @returns the text of each by its address */
export async function readAll(origin: string, addresses: readonly string[]): Promise<Map<string, string>> {
	const pages = new Map<string, string>()
	const waiting = [...addresses]
	const readNext = async () => {
		for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) pages.set(address, await read(origin, address))
	}
	await Promise.all(Array.from({ length: AT_ONCE }, readNext))
	return pages
}

function visit(agent: Agent, url: URL): Promise<boolean> {
	return new Promise((resolve) => {
		const sent = request(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
			response.resume()
			response.once('end', () => resolve(response.statusCode === 200))
		})
		sent.once('error', () => resolve(false))
		sent.end()
	})
}

export type Visits = { count: number; failed: number; slow: number; p50: number; p99: number; most: number }

/**
 * Visits pages at a steady rate, whether or not the answers keep up.
 * @returns what ends it: latencies in milliseconds from the moment a request was due
 */
export function visitSteadily(origin: string, addresses: readonly string[], perSecond: number): () => Promise<Visits> {
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
	const took: number[] = []
	let [failed, isEnded] = [0, false]
	const send = async () => {
		const started = performance.now()
		const pending: Promise<void>[] = []
		const ask = async (index: number, due: number) => {
			const isGood = await visit(agent, new URL(addresses[index % addresses.length] ?? '/', origin))
			if (!isGood) failed += 1
			took.push(performance.now() - due)
		}
		for (let index = 0; !isEnded; index += 1) {
			const due = started + (index * 1000) / perSecond
			const ms = due - performance.now()
			if (ms > 0) await sleep(ms)
			pending.push(ask(index, due))
		}
		await Promise.all(pending)
	}
	const sending = send()
	return async () => {
		isEnded = true
		await sending
		agent.destroy()
		const sorted = took.toSorted((one, other) => one - other)
		const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
		return { count: took.length, failed, slow: sorted.filter((ms) => ms > SLOW_MS).length, p50: at(0.5), p99: at(0.99), most: at(1) }
	}
}
