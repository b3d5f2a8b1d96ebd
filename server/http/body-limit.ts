import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'

import { ServiceError } from '#server/kernel/errors.ts'

import { BODY_LIMIT_BYTES } from './environment.ts'
import { withFacts } from './route-facts.ts'

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
	return withFacts(middleware, { bodyBytes: maxBytes })
}
