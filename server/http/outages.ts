import type { ErrorHandler } from 'hono'

import { isOutage, reportOutage, ServiceError } from '#server/kernel/errors.ts'

import type { HttpContext, HttpEnv } from './environment.ts'

const RETRY_AFTER_SECONDS = 2

/** Converts a database outage to a 503: it's neither a bug nor the caller's fault. Returns any other error unchanged. */
export function withoutOutage(c: HttpContext, error: Error): Error {
	if (!isOutage(error)) return error
	reportOutage(c.var.ctx.log, error)
	c.header('Retry-After', String(RETRY_AFTER_SECONDS))
	return new ServiceError('overloaded', 'database_unavailable', 'This takes a moment longer than usual. Please try again shortly.', {
		retryAfterSeconds: RETRY_AFTER_SECONDS,
	})
}

export const presentOutages =
	(handler: ErrorHandler<HttpEnv>): ErrorHandler<HttpEnv> =>
	(error, c) =>
		handler(withoutOutage(c, error), c)
