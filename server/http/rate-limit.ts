import { createMiddleware } from 'hono/factory'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { ServiceError } from '#server/kernel/errors.ts'
import { toNetwork } from '#server/services/platform/network/to-network.ts'

import type { HttpContext, HttpEnv, HttpHandler } from './environment.ts'
import { withFacts } from './route-facts.ts'

export type Limit = {
	/** Counted apart from limits of other names. */
	name: string
	points: number
	seconds: number
}

/** Takes one request from the caller's allowance. @throws ServiceError rate-limited (429) with Retry-After */
export type Limiter = ((c: HttpContext) => Promise<void>) & { limit: Limit }

/** Factor for a developer's own machine: all roles and test runs there share one address. */
const LOCAL_FACTOR = 1000

/**
 * A limit of requests per address and time. In memory: these counters need neither survive a restart nor be shared, since
 * every limit that guards an account is kept in the database.
 */
export function createLimiter(limit: Limit): Limiter {
	const { name, points, seconds } = limit
	const limiter = new RateLimiterMemory({ keyPrefix: name, points: points * LOCAL_FACTOR, duration: seconds })
	const take = async (c: HttpContext) => {
		const { ctx } = c.var
		const cost = ctx.isLocalDevelopment ? 1 : LOCAL_FACTOR
		try {
			await limiter.consume(toNetwork(ctx.clientAddress), cost)
		} catch (refusal) {
			if (!(refusal instanceof RateLimiterRes)) throw refusal
			const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
			throw new ServiceError(
				'rate-limited',
				'over_request_rate_limit',
				`Request rate limit reached, please try again in ${retryAfterSeconds} seconds`,
				{
					retryAfterSeconds,
				},
			)
		}
	}
	return Object.assign(take, { limit })
}

/** A handler behind its limits, as one line of a route table. */
export const limited = (limiters: readonly Limiter[], handler: HttpHandler): HttpHandler =>
	withFacts<HttpHandler>(
		async (c, next) => {
			for (const take of limiters) await take(c)
			return handler(c, next)
		},
		{ limiters },
	)

/** One limit as middleware, for routers that chain their routes. @param limit a limiter where another route counts with it */
export const limitRate = (limit: Limit | Limiter) => {
	const take = typeof limit === 'function' ? limit : createLimiter(limit)
	const middleware = createMiddleware<HttpEnv>(async (c, next) => {
		await take(c)
		await next()
	})
	return withFacts(middleware, { limiters: [take] })
}
