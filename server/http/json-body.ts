import type { ZodType } from 'zod'

import { ServiceError } from '#server/errors.ts'

import type { HttpContext } from './environment.ts'

/** Largest body any surface reads, in bytes; a longer one is answered 413 before it is parsed. */
export const BODY_LIMIT_BYTES = 1024 * 1024

/**
 * Reads a JSON body and parses it by its contract: the one door for request bodies. An absent body counts as `{}`, so
 * that a missing field and a missing body give the same message.
 * @throws ServiceError `bad_json` (400) for text that is not JSON or of another media type; ZodError for a wrong shape
 */
export async function readJson<T>(c: HttpContext, schema: ZodType<T>): Promise<T> {
	const text = await c.req.text()
	if (text === '') return schema.parse({})
	const mediaType = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
	if (mediaType !== 'application/json') throw new ServiceError('invalid', 'bad_json', 'The body must be sent as application/json')
	return schema.parse(parseJson(text))
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		throw new ServiceError('invalid', 'bad_json', 'Could not parse request body as JSON')
	}
}
