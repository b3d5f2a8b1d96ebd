import { type Relation, SCHEMA } from './catalogue.ts'
import { printWhere } from './print-condition.ts'
import { printBody, printOrder, printSelect } from './print-rows.ts'
import type { ReadRequest } from './request-tree.ts'
import { TABLE, tableName, Values } from './sql-text.ts'

/** Most rows of one answer (AUTH_WIRE §12.3). */
export const MAX_ROWS = 1000

export type Printed = { text: string; values: string[] }

/** A reading request as one statement: body, number of rows, and the whole number where it was asked for. */
export function printRead({ query, format, wantsCount }: ReadRequest, relation: Relation): Printed {
	const values = new Values()
	const from = `from ${tableName(SCHEMA, relation)} as ${TABLE}${printWhere(query.where, relation, values)}`
	const limit = ` limit ${values.bind(String(Math.min(query.limit ?? MAX_ROWS, MAX_ROWS)), 'bigint')}`
	const offset = query.offset > 0 ? ` offset ${values.bind(String(query.offset), 'bigint')}` : ''
	const rows = `select ${printSelect(query, relation, TABLE)} ${from}${printOrder(query.order, relation, TABLE)}${limit}${offset}`
	const total = wantsCount ? `(select count(*) ${from})` : 'null'
	const body = printBody(format, query, relation)
	return {
		text: `with _rows as (${rows}) select ${body} as body, count(*)::int as found, ${total}::int as total from _rows`,
		values: values.list,
	}
}
