import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import { isOutage, ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { countRequests } from '#server/services/platform/network/count-requests.ts'
import { toNetwork } from '#server/services/platform/network/to-network.ts'

import { BODY_LIMIT_BYTES, type HttpContext, type HttpEnv, type HttpHandler } from './environment.ts'

export type Limit = {
	/** Name of the counter. Limits with different names are counted separately. */
	name: string
	points: number
	seconds: number
}

/** @throws ServiceError over_request_rate_limit (429) with Retry-After if the limit is exceeded */
export type Limiter = ((c: HttpContext) => Promise<void>) & { limit: Limit }

/** Factor for limits in local development, where all users and test runs share one IP address. */
const LOCAL_FACTOR = 1000

/**
 * Share of a limit that each server counts in memory before it uses the database. Limits are exact for up to four servers; each additional
 * server can add a quarter.
 */
const LOCAL_SHARE = 1 / 4

/**
 * Creates a rate limit per network. Once a network has used a quarter of it on this server, the database counts its requests on all
 * servers. Limits that protect an account are always counted in the database.
 */
export function createLimiter(limit: Limit): Limiter {
	const { name, points, seconds } = limit
	const memory = new RateLimiterMemory({ keyPrefix: name, points: points * LOCAL_FACTOR, duration: seconds })
	/** Counts in the database, for all servers together; null until this server has counted enough on its own. */
	async function countInDatabase(ctx: ServiceContext, network: string, { consumedPoints, msBeforeNext }: RateLimiterRes) {
		const localCount = Math.round(consumedPoints / LOCAL_FACTOR)
		if (ctx.isLocalDevelopment || localCount <= points * LOCAL_SHARE) return null
		const isFirst = localCount - 1 <= points * LOCAL_SHARE
		try {
			return await countRequests(ctx, { name, network, points: isFirst ? localCount : 1, forMs: msBeforeNext, windowMs: seconds * 1000 })
		} catch (error) {
			if (isOutage(error)) return null // this server's count still applies
			throw error
		}
	}
	async function findRefusal(ctx: ServiceContext): Promise<RateLimiterRes | null> {
		const network = toNetwork(ctx.clientAddress)
		try {
			const local = await memory.consume(network, ctx.isLocalDevelopment ? 1 : LOCAL_FACTOR)
			const all = await countInDatabase(ctx, network, local)
			if (all === null || all.points <= points) return null
			return await memory.block(network, Math.max(1, Math.ceil(all.msBeforeNext / 1000)))
		} catch (refusal) {
			if (refusal instanceof RateLimiterRes) return refusal
			throw refusal
		}
	}
	const limiter = async (c: HttpContext) => {
		const refusal = await findRefusal(c.var.ctx)
		if (refusal === null) return
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
	return Object.assign(limiter, { limit })
}

/** Wraps a handler in its rate limits, for a route table. */
export const withLimits = (limiters: readonly Limiter[], handler: HttpHandler): HttpHandler =>
	withRouteMetadata<HttpHandler>(
		async (c, next) => {
			for (const limiter of limiters) await limiter(c)
			return handler(c, next)
		},
		{ limiters },
	)

/**
 * Creates a middleware from a limit, for routers that chain their routes.
 * @param limit a Limiter to share the count with another route
 */
export const limitRate = (limit: Limit | Limiter) => {
	const limiter = typeof limit === 'function' ? limit : createLimiter(limit)
	const middleware = createMiddleware<HttpEnv>(async (c, next) => {
		await limiter(c)
		await next()
	})
	return withRouteMetadata(middleware, { limiters: [limiter] })
}

/** Limits and caching of a route. docs/reference/wire.md lists them, and tests/wire/every-route.test.ts checks them. */
export type RouteMetadata = { limiters?: readonly Limiter[]; bodyBytes?: number; cache?: string }

const factsByHandler = new WeakMap<object, RouteMetadata>()

export function withRouteMetadata<T extends object>(handler: T, facts: RouteMetadata): T {
	factsByHandler.set(handler, facts)
	return handler
}

export const getRouteMetadata = (handler: object): RouteMetadata => factsByHandler.get(handler) ?? {}

const tooLarge = (maxBytes: number) =>
	new ServiceError('too-large', 'request_entity_too_large', `The body may have at most ${maxBytes} bytes`)

/**
 * Limits the size of request bodies. Must be the first middleware of an API, so that the error has that API's format.
 * @param maxBytes larger bodies get 413
 */
export function limitBody(maxBytes = BODY_LIMIT_BYTES, refusal = () => tooLarge(maxBytes)) {
	const refuse = (): never => {
		throw refusal()
	}
	const countWhileReading = bodyLimit({ maxSize: maxBytes, onError: refuse })
	const middleware = createMiddleware(async (c, next) => {
		if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
		const { headers } = c.req.raw
		const announced = headers.get('content-length')
		if (announced === null || headers.has('transfer-encoding')) return countWhileReading(c, next)
		// Node's parser enforces the announced length. Accessing `body` would create a web stream for each request.
		if (Number(announced) > maxBytes) refuse()
		return next()
	})
	return withRouteMetadata(middleware, { bodyBytes: maxBytes })
}

const hourly = (name: string, points: number) => createLimiter({ name, points, seconds: 3600 })

/** Creates the rate limits of forms per network. Posts by our script and by the browser itself count towards the same limit. */
export const createFormLimits = () => ({
	contact: hourly('contact', 10),
	applications: hourly('applications', 5),
	// Files are kept for two years, so one network must not fill our storage.
	applicationsDaily: createLimiter({ name: 'applications-daily', points: 20, seconds: 86_400 }),
	newsletter: hourly('newsletter', 10),
	unsubscribeLink: hourly('unsubscribe-link', 10),
	earlyAccess: hourly('early-access', 10),
	feedback: hourly('feedback', 10),
	actionPlan: hourly('action-plan', 10),
	// Card testing opens thousands of checkouts; a buyer opens a few.
	checkout: hourly('checkout', 20),
})

export type FormLimits = ReturnType<typeof createFormLimits>

/** Limits the duration of a request: responds with `request_timeout` (504) after that. The handler isn't canceled. */
export const limitRequestTime = (milliseconds: number) =>
	createMiddleware(async (_c, next) => {
		const { promise, reject } = Promise.withResolvers<never>()
		const timer = setTimeout(() => {
			reject(new ServiceError('timeout', 'request_timeout', 'Processing this request timed out, please retry after a moment.'))
		}, milliseconds)
		try {
			await Promise.race([next(), promise])
		} finally {
			clearTimeout(timer)
		}
	})
