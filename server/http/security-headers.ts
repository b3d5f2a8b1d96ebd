import { createMiddleware } from 'hono/factory'

/** Policy of everything that is not a prerendered page: answers of an API have no business loading anything. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

type Careful = {
	siteUrl: string
	/** Other servers of the operator's domain speak TLS as well, for a year: not ours to decide. */
	hstsIncludesSubdomains?: boolean
}

/** What keeps a browser careful with any answer of ours, a page or an API's. */
export const carefulHeaders = ({ siteUrl, hstsIncludesSubdomains = false }: Careful): Readonly<Record<string, string>> => ({
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
 * Headers of every answer of the APIs, errors included. They are set before the handler runs, so a page may replace the
 * policy with its own; setting them afterwards would rebuild the Response. A handler that returns a finished Response,
 * as the built site does, brings its own.
 */
export const securityHeaders = (careful: Careful) => {
	const headers = Object.entries({ ...carefulHeaders(careful), 'content-security-policy': API_POLICY })
	return createMiddleware(async (c, next) => {
		for (const [name, value] of headers) c.header(name, value)
		await next()
	})
}

/** No browser keeps the answer, refusals included; a handler whose answer may be kept says so itself. */
export const keptByNobody = createMiddleware(async (c, next) => {
	c.header('Cache-Control', 'no-store')
	await next()
})
