import { isPublishableKey, readBearer } from '#server/http/access.ts'
import type { HttpContext } from '#server/http/environment.ts'

/** Returns the caller's token; null without one and for the publishable key, which belongs to no user. */
export function readToken(c: HttpContext): string | null {
	const token = readBearer(c)
	return token !== null && isPublishableKey(token, c.req.header('apikey')) ? null : token
}
