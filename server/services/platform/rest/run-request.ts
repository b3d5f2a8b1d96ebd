import type { DatabaseCaller, CallerRow, CallerStatement, RequestFacts } from '#server/db/caller-database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import {
	type SchemaCatalog,
	type FunctionParameter,
	catalogKey,
	type Relation,
	requireRelation,
	type RestFunction,
	withSchemaCatalog,
} from './catalog.ts'
import { printResponseBody, type PrintedStatement, printReadStatement, printRows } from './print-rows.ts'
import { quoteIdentifier, TABLE_ALIAS, quoteTableName, StatementParameters } from './print-sql.ts'
import { printWrite } from './print-write.ts'
import {
	type CallArguments,
	type CallRequest,
	type QueryTree,
	RestRefusal,
	type RestRequest,
	type RowsAnswer,
	type WritePreferences,
} from './rest-refusal.ts'

export const listArgumentNames = (args: CallArguments): string[] => (args.kind === 'json' ? args.names : [...args.values.keys()])

const accepts = ({ parameters }: RestFunction, names: readonly string[]) =>
	names.every((name) => name !== '' && parameters.some((parameter) => parameter.name === name)) &&
	parameters.every(({ name, isOptional }) => isOptional || names.includes(name))

function describe({ schema, name }: CallRequest, names: readonly string[]) {
	const called = `${schema}.${name}`.slice(0, 140)
	if (names.length === 0) return { called: `${called} without parameters`, sought: `${called} without parameters` }
	const list = names.join(', ').slice(0, 200)
	return { called: `${called}(${list})`, sought: `${called} with parameter${names.length > 1 ? 's' : ''} ${list}` }
}

const printSignature = ({ schema, name, parameters }: RestFunction) =>
	`${schema}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`

/** @throws RestRefusal PGRST202 (404) if no function accepts exactly these arguments, PGRST203 (300) if several do */
export function requireFunction(catalog: SchemaCatalog, call: CallRequest): RestFunction {
	const names = listArgumentNames(call.arguments)
	const fitting = (catalog.functions.get(catalogKey(call.schema, call.name)) ?? []).filter((candidate) => accepts(candidate, names))
	const [found] = fitting
	const { called, sought } = describe(call, names)
	if (!found)
		throw new RestRefusal(404, 'PGRST202', {
			message: `Could not find the function ${called} in the schema cache`,
			details: `Searched for the function ${sought}, but no matches were found in the schema cache.`,
		})
	if (fitting.length > 1)
		throw new RestRefusal(300, 'PGRST203', {
			message: `Could not choose the best candidate function between: ${fitting.map(printSignature).sort().join(', ')}`,
			hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
		})
	return found
}

const ALL: QueryTree['select'] = [{ column: '*', alias: null }]

/** Prints the function call for a FROM clause, with named arguments that PostgreSQL parses as the parameters' types. */
function printSource(call: CallRequest, called: RestFunction, values: StatementParameters): string {
	const names = listArgumentNames(call.arguments)
	const given = called.parameters.filter(({ name }) => names.includes(name))
	const print = (from: (parameter: FunctionParameter) => string) =>
		`${quoteTableName(called)}(${given.map((parameter) => `${quoteIdentifier(parameter.name)} => ${from(parameter)}`).join(', ')})`
	if (call.arguments.kind === 'text') {
		const texts = call.arguments.values
		return print(({ name, type }) => values.bind(texts.get(name) ?? '', type))
	}
	if (given.length === 0) return print(() => '')
	const shape = given.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(', ')
	const body = `json_to_record(${values.bind(call.arguments.text, 'json')}) as _args(${shape})`
	return `${body}, ${print(({ name }) => `_args.${quoteIdentifier(name)}`)}`
}

const toRelation = ({ schema, name, columns }: RestFunction): Relation => ({ schema, name, columns, isView: false, primaryKey: [] })

/** Prints the body of a single value, without a row around it. */
const printValue = ({ name, isSet }: RestFunction) =>
	isSet
		? `coalesce(json_agg(_rows.${quoteIdentifier(name)})::text, '[]')`
		: `coalesce((array_agg(to_json(_rows.${quoteIdentifier(name)})))[1]::text, 'null')`

/**
 * Prints one statement that runs the function once, even if its rows are filtered and counted.
 * @param maxRows maximum rows in the response
 * @throws RestRefusal 42703 for a column that the function's rows don't have
 */
function printCall(call: CallRequest, called: RestFunction, maxRows: number): PrintedStatement {
	const scope = { relation: toRelation(called), from: TABLE_ALIAS, values: new StatementParameters() }
	const { kind, isSet } = called
	const row = kind === 'value' ? `_row(${quoteIdentifier(called.name)})` : '_row'
	const source = `_source as materialized (select _row.* from ${printSource(call, called, scope.values)} as ${row})`
	if (kind === 'void')
		return { text: `with ${source} select '' as body, count(*)::int as found, true as "isVoid" from _source`, values: scope.values.list }

	const query = kind === 'value' ? { ...call.query, select: ALL } : call.query
	const { rows, total } = printRows(query, '_source', { scope, maxRows })
	const format = kind === 'rows' && !isSet && call.format.kind === 'json' ? ({ ...call.format, kind: 'object' } as const) : call.format
	const body = kind === 'value' && format.kind !== 'csv' ? printValue(called) : printResponseBody(format, query, scope.relation)
	const count = call.preferences.wantsCount ? total : 'null'
	return {
		text: `with ${source}, _rows as (${rows}) select ${body} as body, count(*)::int as found, ${count}::int as total from _rows`,
		values: scope.values.list,
	}
}

function toAnswer([row]: readonly CallerRow[]): RowsAnswer {
	const { body = '', found = 0, total = null, inserted = 0, isVoid = false } = (row ?? {}) as Partial<RowsAnswer>
	return { body, found, total, inserted, isVoid }
}

/** @throws RestRefusal PGRST116 (406) unless there is exactly one row */
function requireOne(found: number): void {
	if (found === 1) return
	throw new RestRefusal(406, 'PGRST116', {
		message: 'Cannot coerce the result to a single JSON object',
		details: `The result contains ${found} rows`,
	})
}

/** @throws RestRefusal PGRST124 (400) */
function requireAtMost(found: number, { maxAffected }: Pick<WritePreferences, 'maxAffected'>): void {
	if (maxAffected === null || found <= maxAffected) return
	throw new RestRefusal(400, 'PGRST124', {
		message: 'Query result exceeds max-affected preference constraint',
		details: `The query affects ${found} rows`,
	})
}

/** @throws RestRefusal PGRST103 (416) if the offset is beyond the last row */
function requireRange({ total }: RowsAnswer, offset: number): void {
	if (total === null || offset <= total) return
	throw new RestRefusal(416, 'PGRST103', {
		message: 'Requested range not satisfiable',
		details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
	})
}

type Plan = CallerStatement & { needsOne: boolean; maxAffected: number | null }

function planCall(call: CallRequest, catalog: SchemaCatalog, maxRows: number): Plan {
	const called = requireFunction(catalog, call)
	const printed = printCall(call, called, maxRows)
	const { maxAffected, isDryRun } = call.preferences
	const needsOne = call.format.kind === 'object' && called.kind === 'rows'
	const isReadOnly = call.isReadOnly || !called.isVolatile
	return { ...printed, isReadOnly, isDryRun, needsOne, maxAffected: called.isSet ? maxAffected : null }
}

/** @throws RestRefusal for names that aren't in the catalog */
function plan(request: RestRequest, catalog: SchemaCatalog, maxRows: number): Plan {
	if (request.method === 'call') return planCall(request, catalog, maxRows)
	const relation = requireRelation(catalog, request.schema, request.table)
	const wantsObject = request.format.kind === 'object'
	if (request.method === 'read')
		return { ...printReadStatement(request, relation, maxRows), isReadOnly: true, needsOne: wantsObject, maxAffected: null }
	const { wantsRows, maxAffected, isDryRun } = request.preferences
	return { ...printWrite(request, relation, maxRows), isReadOnly: false, isDryRun, needsOne: wantsObject && wantsRows, maxAffected }
}

/** Returns the search path for functions that use names without a schema: the requested schema, then `public`. */
const printSearchPath = (schema: string) => (schema === 'public' ? null : `"${schema}", public`)

export type RestCaller = { caller: DatabaseCaller; facts: RequestFacts }

/**
 * Runs a request in PostgreSQL, with the caller's role and row-level security. A write that must affect exactly one row, or at
 * most a given number, is rolled back otherwise.
 * @throws RestRefusal, and pg.DatabaseError for errors of PostgreSQL
 */
export async function runRequest(ctx: ServiceContext, { caller, facts }: RestCaller, request: RestRequest): Promise<RowsAnswer> {
	const { needsOne, maxAffected, ...printed } = await withSchemaCatalog(ctx, (catalog) => plan(request, catalog, ctx.config.rest.maxRows))
	const statement = { ...printed, request: facts, searchPath: printSearchPath(request.schema) }
	const check = (rows: CallerRow[]) => {
		const answer = toAnswer(rows)
		requireRange(answer, request.query.offset)
		requireAtMost(answer.found, { maxAffected })
		if (needsOne) requireOne(answer.found)
	}
	// A read can't be rolled back, so it's checked afterwards.
	const isConditional = !printed.isReadOnly && (needsOne || maxAffected !== null || request.query.offset > 0)
	const rows = await ctx.callerDb.run(caller, statement, isConditional ? check : undefined)
	if (!isConditional) check(rows)
	return toAnswer(rows)
}
