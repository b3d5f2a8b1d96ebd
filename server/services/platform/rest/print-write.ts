import type { CatalogColumn, Relation } from './catalog.ts'
import { printResponseBody, type PrintedStatement, printOrder, printSelect } from './print-rows.ts'
import {
	printWhere,
	quoteIdentifier,
	requireColumn,
	requireKey,
	type StatementScope,
	TABLE_ALIAS,
	quoteTableName,
	StatementParameters,
} from './print-sql.ts'
import { RestRefusal, type RowsBody, type WriteRequest } from './rest-refusal.ts'

const NO_BODY: RowsBody = { text: '[]', rows: 0, keys: [] }

const inTable = (relation: Relation, values: StatementParameters): StatementScope => ({ relation, from: TABLE_ALIAS, values })

const names = (columns: readonly CatalogColumn[]) => columns.map(({ name }) => quoteIdentifier(name)).join(', ')
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Lists the columns that a write sets: those in `columns=`, otherwise the keys of the body.
 * @throws RestRefusal PGRST204
 */
const listKeys = ({ query, body }: WriteRequest, relation: Relation) =>
	[...new Set(query.columns ?? body?.keys ?? [])].map((key) => requireKey(relation, key))

/** Returns the SQL that reads rows from the JSON body. PostgreSQL parses it with the table's column types. */
function printSource({ body, preferences }: WriteRequest, keys: readonly CatalogColumn[], values: StatementParameters): string {
	const shape = `_body(${keys.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(', ')})`
	const text = values.bind((body ?? NO_BODY).text, 'json')
	const filled = preferences.fillsDefaults ? keys.filter(({ fallback }) => fallback !== null) : []
	if (filled.length === 0) return `json_to_recordset(${text}) as ${shape}`
	const fallbacks = filled.map(({ name, fallback }) => `${literal(name)}, ${fallback}`).join(', ')
	return `json_array_elements(${text}) as _item, jsonb_to_record(jsonb_build_object(${fallbacks}) || _item::jsonb) as ${shape}`
}

function printConflict({ query, preferences }: WriteRequest, keys: readonly CatalogColumn[], relation: Relation): string {
	if (!preferences.onDuplicate) return ''
	const target = (query.onConflict ?? relation.primaryKey).map((name) => requireColumn(relation, name))
	if (target.length === 0) return ''
	if (preferences.onDuplicate === 'ignore' || keys.length === 0) return ` on conflict (${names(target)}) do nothing`
	const sets = keys.map(({ name }) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`).join(', ')
	return ` on conflict (${names(target)}) do update set ${sets}`
}

/** Prints the RETURNING list. If no rows are requested, no column is read, so that no SELECT permission is needed. */
function printReturning({ query, preferences }: WriteRequest, relation: Relation): string {
	if (!preferences.wantsRows) return '1 as _one'
	const wanted = [...query.select, ...query.order].flatMap(({ column }) =>
		column === '*' ? [...relation.columns.keys()] : [requireColumn(relation, column).name],
	)
	return [...new Set(wanted)].map((name) => `${TABLE_ALIAS}.${quoteIdentifier(name)}`).join(', ')
}

function printInsert(request: WriteRequest, relation: Relation, values: StatementParameters): string {
	const keys = listKeys(request, relation)
	const into = `insert into ${quoteTableName(relation)} as ${TABLE_ALIAS}`
	const conflict = printConflict(request, keys, relation)
	// Only a row that was updated has an `xmax`. Views have none, so all their rows count as inserted.
	const added =
		request.preferences.onDuplicate === 'merge' && conflict !== '' && !relation.isView ? ', (xmax = 0) as _added' : ', true as _added'
	const returning = ` returning ${printReturning(request, relation)}${added}`
	if (keys.length > 0) {
		const source = printSource(request, keys, values)
		const columns = keys.map(({ name }) => `_body.${quoteIdentifier(name)}`).join(', ')
		return `${into} (${names(keys)}) select ${columns} from ${source}${conflict}${returning}`
	}
	const rows = request.body?.rows ?? 0
	if (rows > 1) throw new RestRefusal(400, 'PGRST102', 'All object keys must match')
	return rows === 1 ? `${into} default values${conflict}${returning}` : printNothing(request, relation)
}

/** Prints a query that returns no rows, with the expected columns. */
const printNothing = (request: WriteRequest, relation: Relation) =>
	`select ${printReturning(request, relation)}, false as _added from ${quoteTableName(relation)} as ${TABLE_ALIAS} where false`

/** Requires a filter, like the PostgreSQL extension `safeupdate`: a request without one must not change the whole table. */
function requireFilter({ method, query }: WriteRequest): void {
	if (query.where.length === 0) throw new RestRefusal(400, '21000', `${method.toUpperCase()} requires a WHERE clause`)
}

function printUpdate(request: WriteRequest, relation: Relation, values: StatementParameters): string {
	requireFilter(request)
	const keys = listKeys(request, relation)
	if (keys.length === 0) return printNothing(request, relation)
	const source = printSource(request, keys, values)
	const sets = keys.map(({ name }) => `${quoteIdentifier(name)} = _body.${quoteIdentifier(name)}`).join(', ')
	const where = printWhere(request.query.where, inTable(relation, values))
	return `update ${quoteTableName(relation)} as ${TABLE_ALIAS} set ${sets} from ${source}${where} returning ${printReturning(request, relation)}, false as _added`
}

function printDelete(request: WriteRequest, relation: Relation, values: StatementParameters): string {
	requireFilter(request)
	const where = printWhere(request.query.where, inTable(relation, values))
	return `delete from ${quoteTableName(relation)} as ${TABLE_ALIAS}${where} returning ${printReturning(request, relation)}, false as _added`
}

const PRINTERS = { insert: printInsert, update: printUpdate, delete: printDelete }

/**
 * Prints one statement that returns the rows, if requested, and how many were changed and inserted.
 * @param maxRows limits the response, not the write
 * @throws RestRefusal for unknown columns (PGRST204, 42703) and a missing filter (21000)
 */
export function printWrite(request: WriteRequest, relation: Relation, maxRows: number): PrintedStatement {
	const { query, format, preferences } = request
	const values = new StatementParameters()
	const write = PRINTERS[request.method](request, relation, values)
	const found = '(select count(*) from _written)::int as found, (select count(*) from _written where _added)::int as inserted'
	const head = `with _written as (${write})`
	if (!preferences.wantsRows) return { text: `${head} select '' as body, ${found}`, values: values.list }
	const written = { relation, from: '_written', values }
	const rows = `_rows as (select ${printSelect(query, written)} from _written${printOrder(query.order, written)} limit ${maxRows})`
	return { text: `${head}, ${rows} select ${printResponseBody(format, query, relation)} as body, ${found} from _rows`, values: values.list }
}
