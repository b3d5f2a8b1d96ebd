import type { Relation } from './catalogue.ts'
import type { Format, OrderItem, QueryTree, SelectItem } from './request-tree.ts'
import { quote, requireColumn } from './sql-text.ts'

/** The select list with `*` written out: catalogue column and name in the answer. */
export function listColumns(select: readonly SelectItem[], relation: Relation): { column: string; as: string }[] {
	return select.flatMap(({ column, alias }) => {
		if (column === '*') return [...relation.columns.keys()].map((name) => ({ column: name, as: name }))
		const { name } = requireColumn(relation, column)
		return [{ column: name, as: alias ?? name }]
	})
}

/** Select list over rows that are known as `from`. */
export const printSelect = ({ select }: QueryTree, relation: Relation, from: string) =>
	listColumns(select, relation)
		.map(({ column, as }) => `${from}.${quote(column)}${as === column ? '' : ` as ${quote(as)}`}`)
		.join(', ')

const NULLS = { first: ' nulls first', last: ' nulls last' }

/** ` order by …`, or nothing. */
export function printOrder(order: readonly OrderItem[], relation: Relation, from: string): string {
	if (order.length === 0) return ''
	const items = order.map(({ column, isDescending, nulls }) => {
		const { name } = requireColumn(relation, column)
		return `${from}.${quote(name)}${isDescending ? ' desc' : ''}${nulls ? NULLS[nulls] : ''}`
	})
	return ` order by ${items.join(', ')}`
}

const csvCell = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Expression that makes the answer's body of the rows of `_rows`: PostgreSQL writes the JSON, so that every type is its own. */
export function printBody({ kind, isStripped }: Format, { select }: QueryTree, relation: Relation): string {
	if (kind === 'csv') {
		const head = listColumns(select, relation)
			.map(({ as }) => csvCell(as))
			.join(',')
		// A row as text is `(a,"b c",)`: without its brackets it is a line of CSV.
		return `${literal(`${head}\n`)} || coalesce(string_agg(substring(_rows::text, 2, length(_rows::text) - 2), E'\\n'), '')`
	}
	const row = isStripped ? 'json_strip_nulls(row_to_json(_rows.*))' : 'row_to_json(_rows.*)'
	// More or fewer rows than one are refused before the body is looked at.
	return kind === 'object' ? `coalesce((array_agg(${row}))[1]::text, '')` : `coalesce(json_agg(${row})::text, '[]')`
}
