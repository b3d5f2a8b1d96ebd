import type { GivenPart } from '#contracts/given-part.ts'

import type { HttpContext } from './environment.ts'

/** Base URL for this visitor: posting from the requested host is same-site, whatever SITE_URL is. */
function baseOf(c: HttpContext): string {
	const origin = c.req.header('origin')
	return origin && URL.parse(origin)?.host === c.req.header('host') ? origin : c.var.ctx.config.siteUrl
}

/**
 * Renders a page with the server's additions for this visitor. React Router refuses forms posted by another site, so the request has the
 * site's address, whatever proxy it came through; its body was read before.
 */
export async function presentPage(c: HttpContext, address: string, given: GivenPart): Promise<Response> {
	const { content, pages } = c.var.ctx
	const origin = c.req.header('origin')
	const request = new Request(new URL(address, baseOf(c)), {
		method: given.submit ? 'POST' : 'GET',
		headers: { ...(given.submit && origin !== undefined && { origin }) },
	})
	const { body, headers, status } = await pages.present(content, request, given)
	for (const [name, value] of headers) c.header(name, value)
	return c.newResponse(body, status as 200)
}
