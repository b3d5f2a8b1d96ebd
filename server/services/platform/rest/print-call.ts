import type { FunctionParameter, Relation, RestFunction } from './catalogue.ts'
import { listNames } from './find-function.ts'
import { type Printed, printRows } from './print-read.ts'
import { printBody } from './print-rows.ts'
import { quote, TABLE, tableName, Values } from './print-sql.ts'
import type { CallRequest, QueryTree } from './request-tree.ts'

const ALL: QueryTree['select'] = [{ column: '*', alias: null }]

/** Prints the function call for a FROM clause, with named arguments that PostgreSQL parses as the parameters' types. */
function printSource(call: CallRequest, called: RestFunction, values: Values): string {
	const names = listNames(call.arguments)
	const given = called.parameters.filter(({ name }) => names.includes(name))
	const print = (from: (parameter: FunctionParameter) => string) =>
		`${tableName(called)}(${given.map((parameter) => `${quote(parameter.name)} => ${from(parameter)}`).join(', ')})`
	if (call.arguments.kind === 'text') {
		const texts = call.arguments.values
		return print(({ name, type }) => values.bind(texts.get(name) ?? '', type))
	}
	if (given.length === 0) return print(() => '')
	const shape = given.map(({ name, type }) => `${quote(name)} ${type}`).join(', ')
	const body = `json_to_record(${values.bind(call.arguments.text, 'json')}) as _args(${shape})`
	return `${body}, ${print(({ name }) => `_args.${quote(name)}`)}`
}

const toRelation = ({ schema, name, columns }: RestFunction): Relation => ({ schema, name, columns, isView: false, primaryKey: [] })

/** Prints the body of a single value, without a row around it. */
const printValue = ({ name, isSet }: RestFunction) =>
	isSet ? `coalesce(json_agg(_rows.${quote(name)})::text, '[]')` : `coalesce((array_agg(to_json(_rows.${quote(name)})))[1]::text, 'null')`

/**
 * Prints one statement that runs the function once, even if its rows are filtered and counted.
 * @param maxRows maximum rows in the response
 * @throws RestRefusal 42703 for a column that the function's rows don't have
 */
export function printCall(call: CallRequest, called: RestFunction, maxRows: number): Printed {
	const scope = { relation: toRelation(called), from: TABLE, values: new Values() }
	const { kind, isSet } = called
	const row = kind === 'value' ? `_row(${quote(called.name)})` : '_row'
	const source = `_source as materialized (select _row.* from ${printSource(call, called, scope.values)} as ${row})`
	if (kind === 'void')
		return { text: `with ${source} select '' as body, count(*)::int as found, true as "isVoid" from _source`, values: scope.values.list }

	const query = kind === 'value' ? { ...call.query, select: ALL } : call.query
	const { rows, total } = printRows(query, '_source', { scope, maxRows })
	const format = kind === 'rows' && !isSet && call.format.kind === 'json' ? ({ ...call.format, kind: 'object' } as const) : call.format
	const body = kind === 'value' && format.kind !== 'csv' ? printValue(called) : printBody(format, query, scope.relation)
	const count = call.wishes.wantsCount ? total : 'null'
	return {
		text: `with ${source}, _rows as (${rows}) select ${body} as body, count(*)::int as found, ${count}::int as total from _rows`,
		values: scope.values.list,
	}
}
