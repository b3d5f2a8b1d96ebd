import type { ZodType } from 'zod'

import { ServiceError } from '#server/kernel/errors.ts'

import type { HttpContext } from './environment.ts'
import { isDeeperThan } from './json-depth.ts'

/** Maximum body size of every API, in bytes; larger bodies get 413 and aren't parsed. */
export const BODY_LIMIT_BYTES = 1024 * 1024
/** Maximum nesting, because parsing is recursive. Our schemas need less than half of this. */
const MAX_DEPTH = 64

/**
 * Parses a JSON request body; all bodies go through here. A missing one counts as `{}`, so that missing fields give the same
 * message either way.
 * @throws ServiceError `bad_json` (400) for text that isn't JSON, has another content type or is nested too deeply; ZodError for
 * a wrong shape
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
