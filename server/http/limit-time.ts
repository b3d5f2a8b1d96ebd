import { createMiddleware } from 'hono/factory'

import { ServiceError } from '#server/kernel/errors.ts'

/** Limits the duration of a request: responds with `request_timeout` (504) after that. The handler isn't canceled. */
export const limitTime = (milliseconds: number) =>
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
