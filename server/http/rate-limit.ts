import { createMiddleware } from 'hono/factory'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { ServiceError } from '#server/kernel/errors.ts'
import { toNetwork } from '#server/services/platform/network/to-network.ts'

import type { HttpContext, HttpEnv, HttpHandler } from './environment.ts'
import { withFacts } from './route-facts.ts'

export type Limit = {
	/** Name of the counter. Limits with different names are counted separately. */
	name: string
	points: number
	seconds: number
}

/** @throws ServiceError rate-limited (429) with Retry-After if the limit is exceeded */
export type Limiter = ((c: HttpContext) => Promise<void>) & { limit: Limit }

/** Factor for limits in local development, where all users and test runs share one IP address. */
const LOCAL_FACTOR = 1000

/**
 * Creates a rate limit per network. It is kept in memory, since it need not survive a restart or be shared: every limit that
 * protects an account is stored in the database.
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

/** Wraps a handler in its rate limits, for a route table. */
export const limited = (limiters: readonly Limiter[], handler: HttpHandler): HttpHandler =>
	withFacts<HttpHandler>(
		async (c, next) => {
			for (const take of limiters) await take(c)
			return handler(c, next)
		},
		{ limiters },
	)

/**
 * Creates a middleware from a limit, for routers that chain their routes.
 * @param limit a Limiter to share the count with another route
 */
export const limitRate = (limit: Limit | Limiter) => {
	const take = typeof limit === 'function' ? limit : createLimiter(limit)
	const middleware = createMiddleware<HttpEnv>(async (c, next) => {
		await take(c)
		await next()
	})
	return withFacts(middleware, { limiters: [take] })
}
