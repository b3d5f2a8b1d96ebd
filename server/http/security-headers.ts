import { createMiddleware } from 'hono/factory'

/** Policy of everything that is not a prerendered page: answers of an API have no business loading anything. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * Headers of every answer, errors included. They are set before the handler runs, so a page may replace the policy
 * with its own; setting them afterwards would rebuild the Response.
 */
export const securityHeaders = (siteUrl: string) =>
	createMiddleware(async (c, next) => {
		c.header('X-Content-Type-Options', 'nosniff')
		c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
		c.header('Cross-Origin-Opener-Policy', 'same-origin')
		c.header('X-Frame-Options', 'DENY')
		c.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()')
		c.header('Content-Security-Policy', API_POLICY)
		if (siteUrl.startsWith('https:')) c.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
		await next()
	})
