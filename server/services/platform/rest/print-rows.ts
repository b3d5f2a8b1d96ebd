import type { Relation } from './catalog.ts'
import {
	printField,
	printWhere,
	quoteIdentifier,
	type StatementScope,
	TABLE_ALIAS,
	quoteTableName,
	StatementParameters,
} from './print-sql.ts'
import { type ResponseFormat, type OrderItem, type QueryTree, type ReadRequest, RestRefusal, type SelectItem } from './rest-refusal.ts'

const WORD = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

/** Returns an item's key in the response: the alias, otherwise the last name in the path, otherwise the column. */
const nameOf = ({ column, path = [], alias }: SelectItem) => alias ?? path.findLast(({ key }) => WORD.test(key))?.key ?? column

const listItems = (select: readonly SelectItem[], relation: Relation): SelectItem[] =>
	select.flatMap((item): SelectItem[] =>
		item.column === '*' ? [...relation.columns.keys()].map((column) => ({ column, alias: null })) : [item],
	)

/** @throws RestRefusal 42703 (400) for an unknown column, 42704 (400) for an unknown cast type */
export const printSelect = ({ select }: QueryTree, scope: StatementScope) =>
	listItems(select, scope.relation)
		.map((item) => {
			const { sql } = printField(item, scope)
			const value = item.cast === undefined ? sql : `(${sql})::${requireCast(item.cast)}`
			const name = nameOf(item)
			return name === item.column && !item.path && !item.cast ? sql : `${value} as ${quoteIdentifier(name)}`
		})
		.join(', ')

const NULLS = { first: ' nulls first', last: ' nulls last' }

export function printOrder(order: readonly OrderItem[], scope: StatementScope): string {
	if (order.length === 0) return ''
	const items = order.map(
		(item) => `${printField(item, scope).sql}${item.isDescending ? ' desc' : ''}${item.nulls ? NULLS[item.nulls] : ''}`,
	)
	return ` order by ${items.join(', ')}`
}

const csvCell = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Builds the response body from `_rows`. PostgreSQL writes the JSON, so that every type has its usual format. */
export function printResponseBody({ kind, isStripped }: ResponseFormat, { select }: QueryTree, relation: Relation): string {
	if (kind === 'csv') {
		const head = listItems(select, relation)
			.map((item) => csvCell(nameOf(item)))
			.join(',')
		// PostgreSQL prints a row as `(a,"b c",)`: a CSV line in parentheses.
		return `${literal(`${head}\n`)} || coalesce(string_agg(substring(_rows::text, 2, length(_rows::text) - 2), E'\\n'), '')`
	}
	const row = isStripped ? 'json_strip_nulls(row_to_json(_rows.*))' : 'row_to_json(_rows.*)'
	// Unless there is exactly one row, the request is refused and this body is never used.
	return kind === 'object' ? `coalesce((array_agg(${row}))[1]::text, '')` : `coalesce(json_agg(${row})::text, '[]')`
}

const NUMBERS = ['smallint', 'int2', 'integer', 'int', 'int4', 'bigint', 'int8', 'numeric', 'decimal', 'real', 'float4', 'float8']
const TIMES = ['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval']
const OTHERS = ['text', 'varchar', 'boolean', 'bool', 'uuid', 'json', 'jsonb']

/** Types that a selected column may be cast to; built-in ones only. */
const CASTS: ReadonlySet<string> = new Set([...NUMBERS, ...TIMES, ...OTHERS].flatMap((name) => [name, `${name}[]`]))

/**
 * @returns the type as SQL
 * @throws RestRefusal 42704 (400) for a type that isn't allowed
 */
function requireCast(type: string): string {
	if (!CASTS.has(type)) throw new RestRefusal(400, '42704', `type "${type}" does not exist`)
	return type
}

export type PrintedStatement = { text: string; values: string[] }

/** Prints the queries for the requested rows, and for their total number before limit and offset. */
export function printRows(query: QueryTree, source: string, { scope, maxRows }: { scope: StatementScope; maxRows: number }) {
	const { values, from } = scope
	const all = `from ${source} as ${from}${printWhere(query.where, scope)}`
	const limit = ` limit ${values.bind(String(Math.min(query.limit ?? maxRows, maxRows)), 'bigint')}`
	const offset = query.offset > 0 ? ` offset ${values.bind(String(query.offset), 'bigint')}` : ''
	const rows = `select ${printSelect(query, scope)} ${all}${printOrder(query.order, scope)}${limit}${offset}`
	return { rows, total: `(select count(*) ${all})` }
}

/**
 * Prints one statement that returns the body, the number of rows and, if requested, the total.
 * @param maxRows maximum rows in the response
 */
export function printReadStatement({ query, format, wantsCount }: ReadRequest, relation: Relation, maxRows: number): PrintedStatement {
	const scope = { relation, from: TABLE_ALIAS, values: new StatementParameters() }
	const { rows, total } = printRows(query, quoteTableName(relation), { scope, maxRows })
	const body = printResponseBody(format, query, relation)
	return {
		text: `with _rows as (${rows}) select ${body} as body, count(*)::int as found, ${wantsCount ? total : 'null'}::int as total from _rows`,
		values: scope.values.list,
	}
}
