import { isPublishableKey, readBearer } from '#server/http/access.ts'
import type { HttpContext } from '#server/http/environment.ts'

/** The token that names the caller; null without one, and for the product's own key, which names no one. */
export function readToken(c: HttpContext): string | null {
	const token = readBearer(c)
	return token !== null && isPublishableKey(token, c.req.header('apikey')) ? null : token
}
