import type { ZodType } from 'zod'

import { ServiceError } from '#server/kernel/errors.ts'

import type { HttpContext } from './environment.ts'
import { isDeeperThan } from './json-depth.ts'

/** Largest body any surface reads, in bytes; a longer one is answered 413 before it is parsed. */
export const BODY_LIMIT_BYTES = 1024 * 1024
/** No contract is half as deep; contracts parse by recursion. */
const MAX_DEPTH = 64

/**
 * Reads a JSON body and parses it by its contract; all request bodies go through here. An absent body counts as `{}`, so that a missing
 * field and a missing body give the same message.
 * @throws ServiceError `bad_json` (400) for text that is not JSON, of another type or nested too deeply; ZodError for a wrong shape
 */
export async function readJson<T>(c: HttpContext, schema: ZodType<T>): Promise<T> {
	const text = await c.req.text()
	if (text === '') return schema.parse({})
	const mediaType = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
	if (mediaType !== 'application/json') throw new ServiceError('invalid', 'bad_json', 'The body must be sent as application/json')
	const body = parseJson(text)
	if (isDeeperThan(text, MAX_DEPTH)) throw new ServiceError('invalid', 'bad_json', `The body may be at most ${MAX_DEPTH} levels deep`)
	return schema.parse(body)
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		throw new ServiceError('invalid', 'bad_json', 'Could not parse request body as JSON')
	}
}
