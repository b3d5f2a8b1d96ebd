import {
	type FilterCondition,
	type OrderItem,
	type QueryTree,
	RestRefusal,
	type SelectItem,
} from '#server/services/platform/rest/rest-refusal.ts'

import { parseFilter } from './parse-filter.ts'
import { parseNames, ListScanner, scanField, parseFailure } from './parse-list.ts'

/** Maximum length of a query in characters; a longer one gets 414. */
const MAX_QUERY = 8192
const MAX_ITEMS = 50
/** Maximum offset: far above the size of any table, and still a number that PostgreSQL accepts. */
const MAX_OFFSET = 1e9

const CAST = /::([a-z][a-z0-9]{0,30}(?:\[\])?)/y
const ALIAS = /([A-Za-z_][A-Za-z0-9_]{0,62}):(?!:)/y

function refuseUnsupported(scanner: ListScanner, column: string): void {
	if (scanner.take('.') || (column === 'count' && scanner.take('()')))
		throw new RestRefusal(400, 'PGRST123', 'Use of aggregate functions is not allowed')
	if (scanner.match(/[!(]/y))
		throw new RestRefusal(400, 'PGRST200', {
			message: `Could not find a relationship to '${column}' in the schema cache`,
			details: 'Embedding is not part of this server',
		})
}

function parseSelect(text: string): SelectItem[] {
	if (text === '') return [{ column: '*', alias: null }]
	const scanner = new ListScanner('select parameter', text)
	const items: SelectItem[] = []
	do {
		if (scanner.take('*')) items.push({ column: '*', alias: null })
		else {
			const alias = scanner.match(ALIAS)?.[1] ?? null
			const field = scanField(scanner)
			const [, cast] = scanner.match(CAST) ?? []
			refuseUnsupported(scanner, field.column)
			items.push({ ...field, alias, ...(cast !== undefined && { cast }) })
		}
	} while (scanner.take(','))
	scanner.end()
	return items
}

function parseOrder(text: string): OrderItem[] {
	const scanner = new ListScanner('order', text)
	const items: OrderItem[] = []
	do {
		const field = scanField(scanner)
		const [, direction] = scanner.match(/\.(asc|desc)/y) ?? []
		const [, nulls] = scanner.match(/\.nulls(first|last)/y) ?? []
		items.push({ ...field, isDescending: direction === 'desc', nulls: nulls === 'first' || nulls === 'last' ? nulls : null })
	} while (scanner.take(','))
	scanner.end()
	return items
}

function parseCount(name: string, text: string): number {
	if (!/^\d{1,15}$/.test(text)) throw parseFailure(name, text)
	return Math.min(Number(text), MAX_OFFSET)
}

function parseWhere(parameters: URLSearchParams): FilterCondition[] {
	const where: FilterCondition[] = []
	for (const [name, value] of parameters) {
		if (RESERVED_PARAMS.has(name)) continue
		const [resource, rest] = name.replaceAll(/"[^"]*"/g, '').split('.')
		if (rest !== undefined && resource !== 'not')
			throw new RestRefusal(400, 'PGRST108', `'${resource}' is not an embedded resource in this request`)
		where.push(parseFilter(name, value))
	}
	return where
}

const countConditions = (conditions: readonly FilterCondition[]): number =>
	conditions.reduce((sum, condition) => sum + (condition.kind === 'logic' ? countConditions(condition.conditions) : 1), 0)

export const RESERVED_PARAMS: ReadonlySet<string> = new Set(['select', 'order', 'limit', 'offset', 'on_conflict', 'columns'])

/** @throws RestRefusal PGRST100 (414) */
export function requireShortQuery(search: string): void {
	if (search.length > MAX_QUERY) throw new RestRefusal(414, 'PGRST100', `A query may have at most ${MAX_QUERY} characters`)
}

/**
 * @param search text after the question mark, still encoded
 * @throws RestRefusal PGRST100 for a syntax error, too many columns or conditions (400), or a query that is too long (414);
 * PGRST108, PGRST123, PGRST200 (400) for unsupported features
 */
export function parseQuery(search: string): QueryTree {
	requireShortQuery(search)
	const parameters = new URLSearchParams(search)
	for (const name of RESERVED_PARAMS) if (parameters.getAll(name).length > 1) throw parseFailure(`${name}, which is given twice`, search)
	const given = <T>(name: string, parse: (text: string) => T): T | null => {
		const text = parameters.get(name)
		return text === null ? null : parse(text)
	}
	const tree: QueryTree = {
		select: parseSelect(parameters.get('select') ?? ''),
		where: parseWhere(parameters),
		order: given('order', parseOrder) ?? [],
		limit: given('limit', (text) => parseCount('limit', text)),
		offset: given('offset', (text) => parseCount('offset', text)) ?? 0,
		onConflict: given('on_conflict', (text) => parseNames('on_conflict', text)),
		columns: given('columns', (text) => parseNames('columns', text)),
	}
	const sizes = [tree.select.length, countConditions(tree.where), tree.order.length, tree.columns?.length ?? 0]
	if (Math.max(...sizes) > MAX_ITEMS) throw parseFailure(`more than ${MAX_ITEMS} columns or conditions`, search)
	return tree
}
