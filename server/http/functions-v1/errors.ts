import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ZodError } from 'zod'

import type { HttpEnv } from '#server/http/environment.ts'
import { presentOutages } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'

/** Message for an error without one; supabase-js shows it. */
const NO_MESSAGE = 'Function call failed'

/** Returns the first problem: `productName: Invalid input…`, or a sentence from the schema. */
function firstProblem(error: ZodError): string {
	const [issue] = error.issues
	if (!issue) return NO_MESSAGE
	const field = issue.path.join('.')
	return field === '' ? issue.message : `${field}: ${issue.message}`
}

/**
 * Formats errors as `{success: false, error: message, code}`. Details of an unexpected error are only logged, with the request
 * ID.
 */
export const functionErrors: ErrorHandler<HttpEnv> = presentOutages((error, c) => {
	const { requestId, log } = c.var.ctx
	if (error instanceof ServiceError) {
		if (error.details.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.details.retryAfterSeconds))
		c.header('x-sb-error-code', error.code)
		return c.json({ success: false, error: error.message, code: error.code }, HTTP_STATUS[error.kind])
	}
	if (error instanceof ZodError) return c.json({ success: false, error: firstProblem(error), code: 'validation_failed' }, 400)
	if (error instanceof HTTPException) return c.json({ success: false, error: NO_MESSAGE, code: 'refused' }, error.status)
	log.error('function failed', { method: c.req.method, path: c.req.path, error })
	return c.json({ success: false, error: 'Internal error', code: 'internal', requestId }, 500)
})
