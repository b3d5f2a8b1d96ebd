import type { HttpContext } from '#server/http/environment.ts'
import { withoutOutage } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'

/** Returns the public text and status of an error. Logs an unexpected one. */
export function presentError(c: HttpContext, thrown: unknown) {
	const { log, requestId } = c.var.ctx
	const error = withoutOutage(c, thrown instanceof Error ? thrown : new Error(String(thrown)))
	if (error instanceof ServiceError) {
		const { retryAfterSeconds } = error.details
		if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
		return { error, message: error.message, status: HTTP_STATUS[error.kind] }
	}
	log.error('request failed', { method: c.req.method, path: c.req.path, error })
	return { error, message: `Something went wrong on our side. The server log has the details under ${requestId}.`, status: 500 as const }
}
