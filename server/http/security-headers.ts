import { createMiddleware } from 'hono/factory'

import { withFacts } from './route-facts.ts'

/** Policy of everything that is not a server-rendered page: an API answer needs to load nothing. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

type Careful = {
	siteUrl: string
	/** Also commits the operator's other hosts to TLS for a year, so the operator decides. */
	hstsIncludesSubdomains?: boolean
}

/** Security headers for every answer, of pages and APIs. */
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
 * Headers of every API answer, including errors. They are set before the handler runs, so a page may replace the policy with its own;
 * setting them afterwards would rebuild the Response. A handler that returns a finished Response, as the built site does, sets its own.
 */
export const securityHeaders = (careful: Careful) => {
	const headers = Object.entries({ ...carefulHeaders(careful), 'content-security-policy': API_POLICY })
	return createMiddleware(async (c, next) => {
		for (const [name, value] of headers) c.header(name, value)
		await next()
	})
}

/** No browser stores the answer, including refusals. */
export const noStoreByDefault = createMiddleware(async (c, next) => {
	c.header('Cache-Control', 'no-store')
	await next()
})

/** Caching of good answers of the routes below. Refusals are never cached. */
export const cacheControl = (rule: string) =>
	withFacts(
		createMiddleware(async (c, next) => {
			await next()
			if (c.res.status < 400) c.res.headers.set('Cache-Control', rule)
		}),
		{ cache: rule },
	)
