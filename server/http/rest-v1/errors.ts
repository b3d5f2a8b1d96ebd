import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import { isPublishableKey, readBearer } from '#server/http/access.ts'
import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { presentOutages } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'
import { RestRefusal } from '#server/services/platform/rest/rest-refusal.ts'

/** Returns the bearer token; null if there is none, or if it is the publishable key, which belongs to no user. */
export function readToken(c: HttpContext): string | null {
	const token = readBearer(c)
	return token !== null && isPublishableKey(token, c.req.header('apikey')) ? null : token
}

export type Refusal = { status: ContentfulStatusCode; code: string; message: string; details: string | null; hint: string | null }

/** HTTP status by SQLSTATE or its class. All other errors are the request's fault: 400. */
const BY_STATE: Record<string, ContentfulStatusCode> = {
	'23503': 409,
	'23505': 409,
	'25006': 405,
	'42P01': 404,
	'42883': 404,
	'42P17': 500,
	'53400': 500,
	// Values that exceed a limit of PostgreSQL, such as an array of seven dimensions. PostgREST would respond with 500.
	'54000': 400,
	'54001': 400,
	P0001: 400,
}
const BY_CLASS: Record<string, ContentfulStatusCode> = {
	'0L': 403,
	'0P': 403,
	'28': 403,
	'08': 503,
	'53': 503,
	'09': 500,
	'25': 500,
	'2D': 500,
	'38': 500,
	'39': 500,
	'3B': 500,
	'40': 500,
	'54': 500,
	'55': 500,
	'57': 500,
	'58': 500,
	F0: 500,
	HV: 500,
	P0: 500,
	XX: 500,
}

/** @param isAnonymous true if the request has no token: a missing permission then means a missing sign-in */
export function statusOfState(state: string, isAnonymous: boolean): ContentfulStatusCode {
	if (state === '42501') return isAnonymous ? 401 : 403
	return BY_STATE[state] ?? BY_CLASS[state.slice(0, 2)] ?? 400
}

type DatabaseError = Error & { code: string; severity: string; detail?: string; hint?: string; file?: string }
/** True for an error of PostgreSQL itself, not of the driver or the network. */
const isDatabaseError = (error: Error): error is DatabaseError => 'severity' in error && 'code' in error && typeof error.code === 'string'

/** PostgreSQL source files that report an invalid text search. */
const SEARCH_PARSERS = new Set(['tsquery.c', 'tsvector_parser.c'])

const plain = (status: ContentfulStatusCode, code: string, message: string): Refusal => ({
	status,
	code,
	message,
	details: null,
	hint: null,
})

function fromDatabase(error: DatabaseError, isAnonymous: boolean): Refusal {
	if (error.code === 'PT401') return plain(401, 'PGRST303', 'JWT belongs to a session that has ended')
	if (error.code === 'PT403') return { ...plain(403, '42501', 'Please confirm your second factor first'), hint: 'insufficient_aal' }
	const status = statusOfState(error.code, isAnonymous)
	if (status >= 500)
		return plain(status, error.code, status === 503 ? 'Database not available, try again soon' : 'The database did not respond')
	// PostgreSQL reports an invalid text search as a syntax error (42601), but here it's invalid data.
	const code = error.code === '42601' && SEARCH_PARSERS.has(error.file ?? '') ? '22007' : error.code
	// `detail` is safe to show: with row-level security it never contains stored rows, and without it the caller may read all rows anyway.
	return { status, code, message: error.message, details: error.detail ?? null, hint: error.hint ?? null }
}

/** Converts an error to a response; null for an unexpected one. */
export function toRefusal(error: Error, isAnonymous: boolean): Refusal | null {
	if (error instanceof RestRefusal) return { ...error, status: error.status, message: error.message }
	if (error instanceof ServiceError) {
		const code = error.kind === 'too-large' ? 'PGRST102' : error.kind === 'timeout' ? '57014' : 'PGRST000'
		return plain(HTTP_STATUS[error.kind], code, error.message)
	}
	if (isDatabaseError(error)) return fromDatabase(error, isAnonymous)
	return null
}

/** Sends an error, always with all four keys, or without a body for HEAD. */
export function presentRefusal(c: HttpContext, { status, code, message, details, hint }: Refusal) {
	c.header('Proxy-Status', `PostgREST; error=${code}`)
	if (status === 401) c.header('WWW-Authenticate', code.startsWith('PGRST30') ? 'Bearer error="invalid_token"' : 'Bearer')
	return c.json({ code, details, hint, message }, status)
}

export const restErrors: ErrorHandler<HttpEnv> = presentOutages((error, c) => {
	const { log } = c.var.ctx
	if (error instanceof ServiceError && error.details.retryAfterSeconds !== undefined)
		c.header('Retry-After', String(error.details.retryAfterSeconds))
	const refusal = toRefusal(error, readToken(c) === null)
	if (!refusal || (refusal.status >= 500 && !(error instanceof ServiceError)))
		log.error('rest request failed', { method: c.req.method, path: c.req.path, error })
	return presentRefusal(c, refusal ?? plain(500, 'PGRSTX00', 'Unexpected failure, please check server logs for more information'))
})
