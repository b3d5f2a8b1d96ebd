import type { Relation } from './catalogue.ts'
import { printBody, printOrder, printSelect } from './print-rows.ts'
import { printWhere, type Scope, TABLE, tableName, Values } from './print-sql.ts'
import type { QueryTree, ReadRequest } from './request-tree.ts'

export type Printed = { text: string; values: string[] }

/** Prints the queries for the requested rows, and for their total number without limit and offset. */
export function printRows(query: QueryTree, source: string, { scope, maxRows }: { scope: Scope; maxRows: number }) {
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
export function printRead({ query, format, wantsCount }: ReadRequest, relation: Relation, maxRows: number): Printed {
	const scope = { relation, from: TABLE, values: new Values() }
	const { rows, total } = printRows(query, tableName(relation), { scope, maxRows })
	const body = printBody(format, query, relation)
	return {
		text: `with _rows as (${rows}) select ${body} as body, count(*)::int as found, ${wantsCount ? total : 'null'}::int as total from _rows`,
		values: scope.values.list,
	}
}
