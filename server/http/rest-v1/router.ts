import { Hono } from 'hono'

import type { HttpContext, HttpEnv } from '#server/http/environment.ts'
import { limitBody, limitRate, limitRequestTime } from '#server/http/limits.ts'
import { headersOf } from '#server/http/own-machine.ts'
import { cors } from '#server/http/security-headers.ts'
import { findCaller } from '#server/services/platform/rest/find-caller.ts'
import {
	type CallRequest,
	type ResponseFormat,
	type ReadRequest,
	RestRefusal,
	type RestRequest,
	type RowsAnswer,
	type WriteRequest,
} from '#server/services/platform/rest/rest-refusal.ts'
import { type RestCaller, runRequest } from '#server/services/platform/rest/run-request.ts'

import { readToken, restErrors } from './errors.ts'
import { parsePrefer, type Preferences, formatPreferenceApplied } from './parse-prefer.ts'
import { parseFunctionCall, readRequest } from './read-request.ts'

const CONTENT_TYPE: Record<ResponseFormat['kind'], string> = {
	json: 'application/json; charset=utf-8',
	object: 'application/vnd.pgrst.object+json; charset=utf-8',
	csv: 'text/csv; charset=utf-8',
}

/** Formats a Content-Range header: `<first>-<last>/<total>`, with an asterisk for empty or unknown parts. */
function presentRange(first: number, found: number, total: number | null): string {
	const rows = found > 0 ? `${first}-${first + found - 1}` : '*'
	return `${rows}/${total ?? '*'}`
}

function describeRead({ query }: ReadRequest | CallRequest, { found, total, isVoid }: RowsAnswer) {
	if (isVoid) return { range: presentRange(0, 0, null), status: 204 }
	return { range: presentRange(query.offset, found, total), status: total !== null && found < total ? 206 : 200 }
}

function describeWrite({ method, preferences }: WriteRequest, { found, inserted }: RowsAnswer) {
	const total = preferences.wantsCount ? found : null
	// Inserts and deletes report only a count.
	const range = method === 'update' ? presentRange(0, found, total) : presentRange(0, 0, total)
	if (method !== 'insert') return { range, status: preferences.wantsRows ? 200 : 204 }
	return { range, status: preferences.onDuplicate === 'merge' && inserted === 0 ? 200 : 201 }
}

function presentRows(c: HttpContext, request: RestRequest, answer: RowsAnswer): Response {
	const isWrite = request.method !== 'read' && request.method !== 'call'
	const { range, status } = isWrite ? describeWrite(request, answer) : describeRead(request, answer)
	c.header('Content-Range', range)
	c.status(status as 200)
	if (status === 204 || (isWrite && !request.preferences.wantsRows)) return c.body(null)
	c.header('Content-Type', CONTENT_TYPE[request.format.kind])
	return c.req.method === 'HEAD' ? c.body(null) : c.body(answer.body)
}

const REQUEST_LIMIT_MS = 10_000
const LIMIT = { name: 'rest', points: 1200, seconds: 60 }

type Reader = (c: HttpContext, name: string, prefer: Preferences) => Promise<RestRequest>

/** @param read parses the request for a table or a function */
const answerWith =
	(read: Reader) =>
	async (c: HttpContext): Promise<Response> => {
		const { ctx } = c.var
		const caller = await findCaller(ctx, readToken(c))
		const prefer = parsePrefer(c.req.header('prefer'))
		const request = await read(c, c.req.param('name') ?? c.req.param('table') ?? '', prefer)
		const answer = await runRequest(ctx, { caller, facts: readFacts(c) }, request)
		const applied = formatPreferenceApplied(prefer, request.method)
		if (applied) c.header('Preference-Applied', applied)
		return presentRows(c, request, answer)
	}

const answerCall = answerWith(parseFunctionCall)
const answerTable = answerWith(readRequest)

const refuseMethod = (allowed: string) => (c: HttpContext) => {
	c.header('Allow', allowed)
	throw new RestRefusal(405, c.req.path.includes('/rpc/') ? 'PGRST101' : 'PGRST117', `Unsupported HTTP method: ${c.req.method}`)
}

/** Creates /rest/v1: tables and functions behind row-level security, with PostgREST's protocol. Needs `requestContext` before it. */
export function createRestV1(): Hono<HttpEnv> {
	const surface = new Hono<HttpEnv>().onError(restErrors)
	surface.use(cors('GET, HEAD, POST, PATCH, DELETE, OPTIONS'), limitRequestTime(REQUEST_LIMIT_MS), limitBody(), limitRate(LIMIT))
	surface.get('/rpc/:name', answerCall)
	surface.post('/rpc/:name', answerCall)
	surface.all('/rpc/:name', refuseMethod('GET, HEAD, POST, OPTIONS'))
	surface.get('/:table', answerTable)
	surface.post('/:table', answerTable)
	surface.patch('/:table', answerTable)
	surface.delete('/:table', answerTable)
	surface.all('/:table', refuseMethod('GET, HEAD, POST, PATCH, DELETE, OPTIONS'))
	surface.all('*', () => {
		throw new RestRefusal(404, 'PGRST125', 'Invalid path specified in request URL')
	})
	return surface
}

/** Headers that the database doesn't get, because a function could store them. The claims identify the caller instead. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'apikey', 'cookie', 'proxy-authorization'])

/** Reads the values of `current_setting('request.headers')` and the like for the caller's transaction. */
function readFacts(c: HttpContext): RestCaller['facts'] {
	const headers = JSON.stringify(headersOf(c), (name, value: unknown) => (SECRET_HEADERS.has(name) ? undefined : value))
	return { method: c.req.method, path: c.req.path.replace('/rest/v1', ''), headers }
}
