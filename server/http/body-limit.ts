import { bodyLimit } from 'hono/body-limit'

import { ServiceError } from '#server/errors.ts'

import { BODY_LIMIT_BYTES } from './json-body.ts'

/**
 * First middleware of each surface, so that the refusal has the surface's own shape.
 * @param maxBytes largest accepted body; longer ones give `request_entity_too_large` (413)
 */
export const limitBody = (maxBytes = BODY_LIMIT_BYTES) =>
	bodyLimit({
		maxSize: maxBytes,
		onError() {
			throw new ServiceError('too-large', 'request_entity_too_large', `The body may have at most ${maxBytes} bytes`)
		},
	})
