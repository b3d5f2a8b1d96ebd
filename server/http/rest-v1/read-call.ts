import type { HttpContext } from '#server/http/environment.ts'
import { type CallArguments, type CallRequest, COMPARISONS, SEARCHES } from '#server/services/platform/rest/request-tree.ts'

import { parseArguments } from './parse-body.ts'
import { parseAccept, readSchema } from './parse-headers.ts'
import { unreadable } from './parse-list.ts'
import type { Preferences } from './parse-prefer.ts'
import { parseQuery, RESERVED, refuseLong } from './parse-query.ts'
import { withRange } from './read-request.ts'

const OPERATION = new RegExp(`^(not\\.)?(${[...COMPARISONS, ...SEARCHES, 'in', 'is'].join('|')})(\\([^)]*\\))?\\.`)
const LOGIC = /^(not\.)?(and|or)$/

/**
 * Splits the query of a GET: reserved parameters and anything that looks like a filter become `filters`, everything else is an
 * argument.
 * @throws RestRefusal PGRST100 (400) for a repeated argument
 */
export function splitQuery(search: string): { filters: string; values: Map<string, string> } {
	const filters = new URLSearchParams()
	const values = new Map<string, string>()
	for (const [name, value] of new URLSearchParams(search)) {
		if (RESERVED.has(name) || LOGIC.test(name) || OPERATION.test(value)) filters.append(name, value)
		else if (values.has(name)) throw unreadable('argument, which is given twice', name)
		else values.set(name, value)
	}
	return { filters: filters.toString(), values }
}

/**
 * Parses a function call: by POST with a JSON object of arguments, by GET or HEAD with one parameter per argument.
 * @param name from the path
 * @throws RestRefusal for anything invalid
 */
export async function readCall(c: HttpContext, name: string, prefer: Preferences): Promise<CallRequest> {
	const isReadOnly = c.req.method !== 'POST'
	const schema = readSchema(c.req.header(isReadOnly ? 'accept-profile' : 'content-profile'), c.var.ctx.config.rest.schemas)
	const url = c.req.url
	const start = url.indexOf('?')
	const search = start === -1 ? '' : url.slice(start + 1)
	refuseLong(search)
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
		wishes: { wantsCount: prefer.count !== null, maxAffected: prefer.maxAffected, isDryRun: prefer.tx === 'rollback' },
	}
}
