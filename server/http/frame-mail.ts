import type { HttpContext } from './environment.ts'

/**
 * Responds with the HTML of an email, for an iframe that behaves like a mail client: no scripts, no forms, nothing from other sites.
 * @param hasMedia allows pictures from the media library, which only load in a frame of this origin
 */
export function frameMail(c: HttpContext, html: string, { hasMedia = false } = {}): Response | Promise<Response> {
	const [sandbox, pictures] = hasMedia ? ['sandbox allow-same-origin', "'self' data:"] : ['sandbox', 'data:']
	c.header('X-Frame-Options', 'SAMEORIGIN')
	c.header(
		'Content-Security-Policy',
		`${sandbox}; default-src 'none'; img-src ${pictures}; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`,
	)
	return c.html(html)
}
