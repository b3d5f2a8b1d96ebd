import type { HttpContext } from '#server/http/environment.ts'
import { headersOf } from '#server/http/own-machine.ts'
import type { Asker } from '#server/services/platform/rest/run-request.ts'

/** Credentials: a function of the database could store them. The claims say who the caller is. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'apikey', 'cookie', 'proxy-authorization'])

/** What `current_setting('request.headers')` and the like return within the caller's transaction. */
export function readFacts(c: HttpContext): Asker['facts'] {
	const headers = JSON.stringify(headersOf(c), (name, value: unknown) => (SECRET_HEADERS.has(name) ? undefined : value))
	return { method: c.req.method, path: c.req.path.replace('/rest/v1', ''), headers }
}
