import type { ErrorHandler } from 'hono'

import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { presentOutages } from '#server/http/outages.ts'
import { HTTP_STATUS, ServiceError } from '#server/kernel/errors.ts'

/** True for a one-click request (RFC 8058). Mail clients follow no redirects and show no page, so they get only a status. */
export async function isOneClick(c: HttpContext): Promise<boolean> {
	const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
	return form['List-Unsubscribe'] === 'One-Click'
}

/**
 * Creates the error handler of links in emails.
 * @param show page for a browser; null for plain text, for endpoints that programs also call
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
