import type { HttpContext } from '#server/http/environment.ts'
import type { QueryTree, ReadRequest, WriteRequest } from '#server/services/platform/rest/request-tree.ts'
import { RestRefusal } from '#server/services/platform/rest/rest-refusal.ts'

import { parseBody } from './parse-body.ts'
import { parseAccept, parseRange, readSchema } from './parse-headers.ts'
import type { Preferences } from './parse-prefer.ts'
import { parseQuery } from './parse-query.ts'

const METHODS = { GET: 'read', HEAD: 'read', POST: 'insert', PATCH: 'update', DELETE: 'delete' } as const

/** Returns the query with the overlap of its window and the Range header. */
export function withRange(query: QueryTree, header: string | undefined): QueryTree {
	const range = parseRange(header)
	if (!range) return query
	const ends = [query, range].map(({ limit, offset }) => (limit === null ? Infinity : offset + limit))
	const offset = Math.max(query.offset, range.offset)
	const end = Math.min(...ends)
	return { ...query, offset, limit: end === Infinity ? null : Math.max(0, end - offset) }
}

/**
 * Rejects `limit` and `offset` for a write: they would wrongly suggest that it changes no more rows.
 * @throws RestRefusal PGRST100 (400)
 */
function refuseWindow({ limit, offset }: QueryTree): void {
	if (limit !== null || offset > 0)
		throw new RestRefusal(400, 'PGRST100', 'limit and offset are for reading; name the rows of a write by a filter')
}

/**
 * Parses a request for a table.
 * @param table from the path
 * @throws RestRefusal for anything invalid
 */
export async function readRequest(c: HttpContext, table: string, prefer: Preferences): Promise<ReadRequest | WriteRequest> {
	const method = METHODS[c.req.method as keyof typeof METHODS]
	const url = c.req.url
	const start = url.indexOf('?')
	const query = parseQuery(start === -1 ? '' : url.slice(start + 1))
	const { schemas } = c.var.ctx.config.rest
	const schema = readSchema(c.req.header(method === 'read' ? 'accept-profile' : 'content-profile'), schemas)
	const format = parseAccept(c.req.header('accept'))
	const wantsCount = prefer.count !== null
	if (method === 'read') return { method, schema, table, query: withRange(query, c.req.header('range')), format, wantsCount }

	refuseWindow(query)
	const body = method === 'delete' ? null : parseBody(await c.req.text(), c.req.header('content-type'), query.columns !== null)
	if (method === 'update' && body?.rows !== 1) throw new RestRefusal(400, 'PGRST102', 'A change must be one object')
	const onDuplicate = prefer.resolution === null ? null : prefer.resolution === 'merge-duplicates' ? 'merge' : 'ignore'
	return {
		method,
		schema,
		table,
		query,
		format,
		body,
		wishes: {
			wantsRows: prefer.return === 'representation',
			wantsCount,
			fillsDefaults: prefer.missing === 'default' && method === 'insert',
			onDuplicate: method === 'insert' ? onDuplicate : null,
			maxAffected: method === 'insert' ? null : prefer.maxAffected,
			isDryRun: prefer.tx === 'rollback',
		},
	}
}
