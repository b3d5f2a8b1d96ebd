import type { ErrorHandler } from 'hono'

import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { presentOutages } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'

/** A mail program follows no redirect and reads no page (RFC 8058): it gets a status. */
export async function isOneClick(c: HttpContext): Promise<boolean> {
	const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
	return form['List-Unsubscribe'] === 'One-Click'
}

/**
 * Answers what went wrong behind a link of a mail.
 * @param show the answer for a browser; null where programs ask too, which read the status
 */
export const mailedLinkErrors = (show: (c: HttpContext) => Response | null = () => null): ErrorHandler<HttpEnv> =>
	presentOutages((error, c) => {
		const { log, requestId } = c.var.ctx
		if (error instanceof ServiceError) {
			if (error.details.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.details.retryAfterSeconds))
			return show(c) ?? c.text(error.message, HTTP_STATUS[error.kind])
		}
		log.error('request failed', { requestId, method: c.req.method, path: c.req.path, error })
		return show(c) ?? c.text('Please try again later', 500)
	})
