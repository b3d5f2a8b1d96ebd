import { createMiddleware } from 'hono/factory'

import { withRouteMetadata } from './limits.ts'

/** Content security policy of everything except server-rendered pages: API responses load nothing. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

type SecurityHeaderOptions = {
	siteUrl: string
	/** True requires TLS for all subdomains for a year, so the operator decides. */
	hstsIncludesSubdomains?: boolean
}

export const baseSecurityHeaders = ({
	siteUrl,
	hstsIncludesSubdomains = false,
}: SecurityHeaderOptions): Readonly<Record<string, string>> => ({
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'strict-origin-when-cross-origin',
	'cross-origin-opener-policy': 'same-origin',
	'x-frame-options': 'DENY',
	'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
	...(siteUrl.startsWith('https:') && {
		'strict-transport-security': `max-age=31536000${hstsIncludesSubdomains ? '; includeSubDomains' : ''}`,
	}),
})

/**
 * Middleware that sets the security headers before the handler runs: a page can then replace the policy, and the Response needn't be
 * rebuilt. A handler that returns a complete Response, as for the built site, sets its own headers.
 */
export const securityHeaders = (options: SecurityHeaderOptions) => {
	const headers = Object.entries({ ...baseSecurityHeaders(options), 'content-security-policy': API_POLICY })
	return createMiddleware(async (c, next) => {
		for (const [name, value] of headers) c.header(name, value)
		await next()
	})
}

/** Middleware that turns off caching, including for errors. A route may set a different rule. */
export const noStoreByDefault = createMiddleware(async (c, next) => {
	c.header('Cache-Control', 'no-store')
	await next()
})

/** Creates a middleware that sets a route's caching. Errors are never cached. */
export const cacheControl = (rule: string) =>
	withRouteMetadata(
		createMiddleware(async (c, next) => {
			await next()
			if (c.res.status < 400) c.res.headers.set('Cache-Control', rule)
		}),
		{ cache: rule },
	)

/**
 * Headers that other sites may send. Every origin may call the Supabase APIs: a bearer token identifies the caller, never a cookie. That's
 * why the origin isn't reflected and credentials aren't allowed.
 */
const ALLOW_HEADERS = [
	'authorization',
	'apikey',
	'content-type',
	'accept',
	'x-client-info',
	'x-supabase-api-version',
	'x-retry-count',
	'traceparent',
	'tracestate',
	'baggage',
	'prefer',
	'accept-profile',
	'content-profile',
	'range',
	'range-unit',
	'x-region',
	'if-none-match',
	'x-jwt-aud',
	'x-use-cookie',
	'x-upsert',
].join(', ')
const EXPOSE_HEADERS = [
	'x-supabase-api-version',
	'x-total-count',
	'link',
	'content-range',
	'content-profile',
	'location',
	'preference-applied',
	'x-sb-error-code',
	'x-relay-error',
	'retry-after',
	'x-request-id',
	'sb-auth-user-id',
	'sb-auth-session-id',
	'sb-auth-refresh-token-counter',
].join(', ')
const PREFLIGHT_SECONDS = '86400'

/** Adds CORS headers. It's the first middleware of an API, so that errors get them, too. */
export const cors = (methods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS') =>
	createMiddleware(async (c, next) => {
		c.header('Access-Control-Allow-Origin', '*')
		c.header('Access-Control-Expose-Headers', EXPOSE_HEADERS)
		if (c.req.method === 'OPTIONS') {
			c.header('Access-Control-Allow-Methods', methods)
			c.header('Access-Control-Allow-Headers', ALLOW_HEADERS)
			c.header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
			return c.body(null, 204)
		}
		await next()
	})
