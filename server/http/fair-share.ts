import { createMiddleware } from 'hono/factory'
import { setTimeout as sleep } from 'node:timers/promises'

import { raiseUsageLevel, isNetworkIdle, NO_USE, type NetworkUse, throttleDelayMs } from '#domain/network/fair-share.ts'
import { isLoopbackHost } from '#domain/network/loopback.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { toNetwork } from '#server/services/platform/network/to-network.ts'

import type { HttpEnv } from './environment.ts'

/** Maximum waiting requests per network. A classroom needs fewer at the start of a lesson. Further requests are refused. */
const MAX_WAITING = 256
const RETRY_AFTER_SECONDS = 5
const MAX_REMEMBERED = 10_000

/** Network and its load. `queued` counts the waiting requests and the running one. */
type Network = { use: NetworkUse; queued: number; last: Promise<void> }

const WARN_EVERY_MS = 60_000
const WARNING = 'a network exceeds its share, so its responses are delayed; behind a proxy, TRUSTED_PROXY_HOPS must count it'

/**
 * True for health checks and for webhooks, whose handlers verify the signature later. Other requests from the same network never delay
 * them.
 */
const isExempt = (path: string) => path.startsWith('/webhooks/') || path === '/livez' || path === '/readyz'

const busy = () =>
	new ServiceError('rate-limited', 'over_request_rate_limit', 'Too many requests from your network. Please try again in a moment.', {
		retryAfterSeconds: RETRY_AFTER_SECONDS,
	})

/**
 * Keeps a single network from using up the server's time (docs/adr/0323): above its fair share, its requests are handled one at a
 * time. Refused requests count too, so that a client that never pauses slows itself down. Kept in memory, per process.
 * @throws ServiceError over_request_rate_limit (429) if too many requests of the network are waiting
 */
export function fairShare() {
	const networks = new Map<string, Network>()
	let underWay = 0
	let warnedAt = Number.NEGATIVE_INFINITY

	const warn = (log: Logger) => {
		const nowMs = performance.now()
		if (nowMs - warnedAt < WARN_EVERY_MS) return
		warnedAt = nowMs
		log.throttled('warn', WARNING)
	}

	const forgetIdle = (nowMs: number) => {
		for (const [key, { use, queued }] of networks) if (queued === 0 && isNetworkIdle(use, nowMs)) networks.delete(key)
	}

	const find = (key: string): Network => {
		const known = networks.get(key)
		if (known) return known
		if (networks.size >= MAX_REMEMBERED) forgetIdle(performance.now())
		const network: Network = { use: NO_USE, queued: 0, last: Promise.resolve() }
		networks.set(key, network)
		return network
	}

	/**
	 * Waits for the request's turn.
	 * @returns a function to call when the request is done, so that the next one can start
	 */
	async function takeTurn(network: Network, log: Logger): Promise<() => void> {
		if (network.queued === 0 && throttleDelayMs(network.use, performance.now()) === 0) return () => {}
		warn(log)
		if (network.queued > MAX_WAITING) throw busy()
		const { promise, resolve } = Promise.withResolvers<void>()
		const before = network.last
		network.last = promise
		network.queued += 1
		await before
		await sleep(throttleDelayMs(network.use, performance.now()))
		return () => {
			network.queued -= 1
			resolve()
		}
	}

	return createMiddleware<HttpEnv>(async (c, next) => {
		const { clientAddress, isLocalDevelopment, log } = c.var.ctx
		if (isLocalDevelopment || isLoopbackHost(clientAddress) || isExempt(c.req.path)) return next()
		const network = find(toNetwork(clientAddress))
		const endTurn = await takeTurn(network, log)
		const began = performance.now()
		underWay += 1
		try {
			await next()
		} finally {
			const nowMs = performance.now()
			network.use = raiseUsageLevel(network.use, {
				nowMs,
				tookMs: nowMs - began,
				concurrentRequests: underWay,
				isRefusal: c.res.status === 429,
			})
			underWay -= 1
			endTurn()
		}
	})
}
