import type { HttpContext } from '#server/http/environment.ts'
import type { Asker } from '#server/services/platform/rest/run-request.ts'

/** Credentials: a function of the database could store them. The claims say who the caller is. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'apikey', 'cookie', 'proxy-authorization'])

/** What `current_setting('request.headers')` and the like return within the caller's transaction. */
export function readFacts(c: HttpContext): Asker['facts'] {
	const headers: Record<string, string> = {}
	for (const [name, value] of c.req.raw.headers) if (!SECRET_HEADERS.has(name)) headers[name] = value
	return { method: c.req.method, path: c.req.path.replace('/rest/v1', ''), headers: JSON.stringify(headers) }
}
