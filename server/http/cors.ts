import { createMiddleware } from 'hono/factory'

/**
 * Headers that other sites may send. Every origin may call the Supabase APIs: a bearer token identifies the caller, never a
 * cookie. So no origin is reflected and credentials aren't allowed.
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
