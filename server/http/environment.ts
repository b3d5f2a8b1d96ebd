import type { Context, Handler } from 'hono'
import type { ZodType } from 'zod'

import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Variables of a request. `requestContext` creates the context. */
export type HttpEnv = { Variables: { ctx: ServiceContext } }
export type HttpContext = Context<HttpEnv>
export type HttpHandler = Handler<HttpEnv>

const OPENING = '[{'
const CLOSING = ']}'

/** True if JSON is nested too deeply: parsing it recursively could overflow the stack. Takes a single pass. */
export function isDeeperThan(text: string, levels: number): boolean {
	let depth = 0
	let isInString = false
	for (let at = 0; at < text.length; at += 1) {
		const sign = text.charAt(at)
		if (sign === '"') isInString = !isInString
		else if (isInString) at += sign === '\\' ? 1 : 0
		else if (OPENING.includes(sign)) depth += 1
		else if (CLOSING.includes(sign)) depth -= 1
		if (depth > levels) return true
	}
	return false
}

/** Maximum body size of every API, in bytes; larger bodies get 413 and aren't parsed. */
export const BODY_LIMIT_BYTES = 1024 * 1024
/** Maximum nesting, because parsing is recursive. Our schemas need less than half. */
const MAX_DEPTH = 64

/**
 * Parses a JSON request body. A missing one counts as `{}`, so that missing fields give the same message either way.
 * @throws ServiceError `bad_json` (400) for text that isn't JSON, has another content type or is nested too deeply; ZodError for a wrong
 * shape
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
