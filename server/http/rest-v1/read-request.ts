import { type HttpContext, isDeeperThan } from '#server/http/environment.ts'
import {
	type CallArguments,
	type CallRequest,
	COMPARISON_OPERATORS,
	type QueryTree,
	type ReadRequest,
	RestRefusal,
	type RowsBody,
	TEXT_SEARCH_OPERATORS,
	type WriteRequest,
} from '#server/services/platform/rest/rest-refusal.ts'

import { parseAccept, parseRange, readSchema } from './parse-headers.ts'
import { parseFailure } from './parse-list.ts'
import type { Preferences } from './parse-prefer.ts'
import { parseQuery, requireShortQuery, RESERVED_PARAMS } from './parse-query.ts'

const MAX_ROWS = 1000
/** Maximum nesting, more than any of our documents needs. It is limited because PostgreSQL parses JSON recursively. */
const MAX_DEPTH = 64

const invalidBody = (message: string) => new RestRefusal(400, 'PGRST102', message)

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		throw invalidBody('Empty or invalid json')
	}
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws RestRefusal PGRST102 (400) for a body that isn't JSON or is nested too deeply */
function readJson(text: string, contentType: string | undefined): unknown {
	const mediaType = (contentType ?? '').split(';')[0]?.trim().toLowerCase()
	if (mediaType !== 'application/json') throw invalidBody(`Content-Type not acceptable: ${mediaType?.slice(0, 100) || 'none'}`)
	const value = parseJson(text)
	if (isDeeperThan(text, MAX_DEPTH)) throw invalidBody(`A body may be at most ${MAX_DEPTH} levels deep`)
	return value
}

/**
 * Parses the arguments: a single object, or none without a body.
 * @throws RestRefusal PGRST102 (400)
 */
export function parseArguments(text: string, contentType: string | undefined): CallArguments {
	if (text === '') return { kind: 'json', text: '{}', names: [] }
	const value = readJson(text, contentType)
	if (!isObject(value)) throw invalidBody('Expected an object whose keys are the names of parameters')
	return { kind: 'json', text, names: Object.keys(value) }
}

/**
 * Parses a body: an object or an array of objects.
 * @param hasColumns true if the request lists its columns; otherwise all objects must have the same keys
 * @throws RestRefusal PGRST102 (400), also for too many rows
 */
export function parseBody(text: string, contentType: string | undefined, hasColumns: boolean): RowsBody {
	const value = readJson(text, contentType)
	const rows: unknown[] = Array.isArray(value) ? value : [value]
	if (rows.length > MAX_ROWS) throw invalidBody(`A body may have at most ${MAX_ROWS} rows`)
	if (!rows.every(isObject)) throw invalidBody('Expected an object or an array of objects')
	const keys = Object.keys(rows[0] ?? {})
	const isUniform = rows.every((row) => Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key)))
	if (!hasColumns && !isUniform) throw invalidBody('All object keys must match')
	return { text: Array.isArray(value) ? text : `[${text}]`, rows: rows.length, keys }
}

const OPERATION = new RegExp(`^(not\\.)?(${[...COMPARISON_OPERATORS, ...TEXT_SEARCH_OPERATORS, 'in', 'is'].join('|')})(\\([^)]*\\))?\\.`)
const LOGIC = /^(not\.)?(and|or)$/

const METHODS = { GET: 'read', HEAD: 'read', POST: 'insert', PATCH: 'update', DELETE: 'delete' } as const

/** Returns the query limited to both its window and the Range header. */
function withRange(query: QueryTree, header: string | undefined): QueryTree {
	const range = parseRange(header)
	if (!range) return query
	const ends = [query, range].map(({ limit, offset }) => (limit === null ? Infinity : offset + limit))
	const offset = Math.max(query.offset, range.offset)
	const end = Math.min(...ends)
	return { ...query, offset, limit: end === Infinity ? null : Math.max(0, end - offset) }
}

/**
 * Rejects `limit` and `offset` for a write, because they don't limit the rows that it changes.
 * @throws RestRefusal PGRST100 (400)
 */
function refusePaging({ limit, offset }: QueryTree): void {
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

	refusePaging(query)
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
		preferences: {
			wantsRows: prefer.return === 'representation',
			wantsCount,
			fillsDefaults: prefer.missing === 'default' && method === 'insert',
			onDuplicate: method === 'insert' ? onDuplicate : null,
			maxAffected: method === 'insert' ? null : prefer.maxAffected,
			isDryRun: prefer.tx === 'rollback',
		},
	}
}

/**
 * Splits the query of a GET: reserved parameters and anything that looks like a filter become `filters`, everything else is an
 * argument.
 * @throws RestRefusal PGRST100 (400) for a repeated argument
 */
function splitQuery(search: string): { filters: string; values: Map<string, string> } {
	const filters = new URLSearchParams()
	const values = new Map<string, string>()
	for (const [name, value] of new URLSearchParams(search)) {
		if (RESERVED_PARAMS.has(name) || LOGIC.test(name) || OPERATION.test(value)) filters.append(name, value)
		else if (values.has(name)) throw parseFailure('argument, which is given twice', name)
		else values.set(name, value)
	}
	return { filters: filters.toString(), values }
}

/**
 * Parses a function call: by POST with a JSON object of arguments, by GET or HEAD with one parameter per argument.
 * @param name from the path
 * @throws RestRefusal for anything invalid
 */
export async function parseFunctionCall(c: HttpContext, name: string, prefer: Preferences): Promise<CallRequest> {
	const isReadOnly = c.req.method !== 'POST'
	const schema = readSchema(c.req.header(isReadOnly ? 'accept-profile' : 'content-profile'), c.var.ctx.config.rest.schemas)
	const url = c.req.url
	const start = url.indexOf('?')
	const search = start === -1 ? '' : url.slice(start + 1)
	requireShortQuery(search)
	const { filters, values } = isReadOnly ? splitQuery(search) : { filters: search, values: null }
	const given: CallArguments = values ? { kind: 'text', values } : parseArguments(await c.req.text(), c.req.header('content-type'))
	return {
		method: 'call',
		schema,
		name,
		isReadOnly,
		arguments: given,
		query: withRange(parseQuery(filters), c.req.header('range')),
		format: parseAccept(c.req.header('accept')),
		preferences: { wantsCount: prefer.count !== null, maxAffected: prefer.maxAffected, isDryRun: prefer.tx === 'rollback' },
	}
}
