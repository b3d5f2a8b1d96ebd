import { setTimeout as sleep } from 'node:timers/promises'

import type { RunningProgram } from '#scripts/bench/rig/run-server.ts'
import { findServersOf, isAlive } from '#server/db/embedded/processes.ts'

import { signWebhookBody } from './final-state.ts'
import type { PaymentEvent } from './stories.ts'

const AT_ONCE = 16
/** Request timeout. A running server responds much sooner. */
const ANSWER_LIMIT_MS = 30_000
const MAX_FAILED = 100

type Delivery = {
	deliveries: readonly PaymentEvent[]
	secret: string
	kills: number
	/** Data folder of the server's own database, which every other kill stops as well. */
	dataDir: string
	start: () => Promise<RunningProgram>
	print: (line: string) => void
}

export type DeliveryCounts = {
	acknowledged: number
	/** Requests that were interrupted by a kill and sent again. */
	again: number
	/** Requests sent again because a server that wasn't killed responded with 5xx or not at all. */
	failed: number
	/** Time from the first page to the kill, summed over all runs of the server. */
	secondsUp: number
	seconds: number
}

function killNow(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL')
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it ended by itself
	}
}

/** @returns the status, or null if there was no response */
async function post(origin: string, secret: string, { body }: PaymentEvent): Promise<number | null> {
	const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signWebhookBody(secret, body) }
	try {
		const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
		const response = await fetch(`${origin}/webhooks/stripe`, { method: 'POST', headers, body, signal })
		await response.arrayBuffer()
		return response.status
	} catch {
		return null
	}
}

/**
 * Sends events, 16 at a time like the provider, until they are acknowledged. Kills the server at even intervals, alternately
 * alone and with its database.
 * @throws Error if the server refuses an event, or fails too often without being killed
 */
export async function deliverWebhooksDuringCrashes({
	deliveries,
	secret,
	kills,
	dataDir,
	start,
	print,
}: Delivery): Promise<DeliveryCounts> {
	const waiting = [...deliveries]
	const began = performance.now()
	let [acknowledged, again, failed, secondsUp] = [0, 0, 0, 0]
	for (let life = 0; life <= kills; life += 1) {
		const server = await start()
		const ready = performance.now()
		const goal = Math.floor((deliveries.length * (life + 1)) / (kills + 1))
		const isLast = life === kills
		let isDown = false
		const kill = () => {
			isDown = true
			secondsUp += (performance.now() - ready) / 1000
			killNow(server.pid)
			if (life % 2 === 1) for (const pid of findServersOf(dataDir)) killNow(pid)
		}
		const worker = async () => {
			for (let next = waiting.shift(); next !== undefined; next = isDown ? undefined : waiting.shift()) {
				const status = await post(server.origin, secret, next)
				if (status === 200) {
					acknowledged += 1
					if (acknowledged >= goal && !isLast && !isDown) kill()
					continue
				}
				if (isDown) again += 1
				else failed += 1
				if (failed > MAX_FAILED || (status !== null && status < 500))
					throw new Error(`the server answered ${status ?? 'nothing'} to ${next.id}`)
				waiting.push(next)
			}
		}
		try {
			await Promise.all(Array.from({ length: AT_ONCE }, worker))
			if (isLast) secondsUp += (performance.now() - ready) / 1000
		} finally {
			if (!isDown) await server.stop()
		}
		while (isAlive(server.pid)) await sleep(5)
		print(`${acknowledged} of ${deliveries.length} acknowledged${isLast ? '' : `; killed${life % 2 === 1 ? ' with its database' : ''}`}`)
	}
	return { acknowledged, again, failed, secondsUp, seconds: (performance.now() - began) / 1000 }
}
