import type { GivenPart } from '#contracts/given-part.ts'

import type { HttpContext } from './environment.ts'

/** Returns the base URL for a form post. A post to the requested host is same-site, even if the host differs from SITE_URL. */
function baseOf(c: HttpContext): string {
	const origin = c.req.header('origin')
	return origin && URL.parse(origin)?.host === c.req.header('host') ? origin : c.var.ctx.config.siteUrl
}

/**
 * Renders a page. React Router refuses cross-site form posts, so the request gets the URL of the site, even if it came through a
 * proxy. The body was already read.
 */
export async function presentPage(c: HttpContext, address: string, given: GivenPart): Promise<Response> {
	const { content, pages } = c.var.ctx
	const origin = c.req.header('origin')
	const request = new Request(new URL(address, baseOf(c)), {
		method: given.submit ? 'POST' : 'GET',
		headers: { ...(given.submit && origin !== undefined && { origin }) },
	})
	const { body, headers, status } = await pages.renderForRequest(content, request, given)
	for (const [name, value] of headers) c.header(name, value)
	return c.newResponse(body, status as 200)
}
