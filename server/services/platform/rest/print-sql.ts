import type { CatalogColumn, Relation } from './catalog.ts'
import {
	type ComparisonOperator,
	type FilterCondition,
	type ColumnPath,
	type IsValue,
	RestRefusal,
	type TextSearchOperator,
} from './rest-refusal.ts'

/** Alias of the table. It can't be confused with a column, since every column is qualified. */
export const TABLE_ALIAS = '_table'

/** Quotes an identifier and escapes quotes in it, to prevent SQL injection. */
export const quoteIdentifier = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`
/** Prints a name quoted and with its schema, so that the search path doesn't matter. */
export const quoteTableName = ({ schema, name }: Pick<Relation, 'schema' | 'name'>) => `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`

/** Parameters of a statement. A value is always bound; the text contains only its number and type. */
export class StatementParameters {
	readonly list: string[] = []

	/** @param type from the catalog or a constant, never from a request */
	bind(value: string, type: string): string {
		this.list.push(value)
		return `$${this.list.length}::${type}`
	}
}

/** @throws RestRefusal 42703 (400), PostgreSQL's code for an unknown column in a filter, an order or a select list */
export function requireColumn(relation: Relation, name: string): CatalogColumn {
	const column = relation.columns.get(name)
	if (!column) throw new RestRefusal(400, '42703', `column ${relation.name}.${name} does not exist`)
	return column
}

/** @throws RestRefusal PGRST204 (400) for an unknown key of a body */
export function requireKey(relation: Relation, name: string): CatalogColumn {
	const column = relation.columns.get(name)
	if (!column) throw new RestRefusal(400, 'PGRST204', `Could not find the '${name}' column of '${relation.name}' in the schema cache`)
	return column
}

/** Relation in a statement. `from` is the alias of its rows. */
export type StatementScope = { relation: Relation; from: string; values: StatementParameters }

type PrintedField = { sql: string; type: string }

const POSITION = /^-?\d{1,9}$/

/** @throws RestRefusal 42703 for an unknown column */
export function printField({ column, path = [] }: ColumnPath, { relation, from, values }: StatementScope): PrintedField {
	const { name, type } = requireColumn(relation, column)
	const base = `${from}.${quoteIdentifier(name)}`
	if (path.length === 0) return { sql: base, type }
	const steps = path.map(({ key, isText }) => `${isText ? '->>' : '->'} ${values.bind(key, POSITION.test(key) ? 'integer' : 'text')}`)
	const value = type === 'jsonb' ? base : `to_jsonb(${base})`
	return { sql: `(${value} ${steps.join(' ')})`, type: path.at(-1)?.isText ? 'text' : 'jsonb' }
}

const PARSERS: Record<TextSearchOperator, string> = {
	fts: 'to_tsquery',
	plfts: 'plainto_tsquery',
	phfts: 'phraseto_tsquery',
	wfts: 'websearch_to_tsquery',
}

/** Prints a text search. A column that isn't a tsvector is converted, using the language of the search. */
function printSearch(
	condition: Extract<FilterCondition, { kind: 'search' }>,
	{ sql, type }: PrintedField,
	values: StatementParameters,
): string {
	const { operator, config, value } = condition
	const language = config === null ? '' : `${values.bind(config, 'regconfig')}, `
	const vector = type === 'tsvector' ? sql : `to_tsvector(${language}${sql})`
	return `${vector} @@ ${PARSERS[operator]}(${language}${values.bind(value, 'text')})`
}

const OPERATORS: Record<ComparisonOperator, string> = {
	eq: '=',
	neq: '<>',
	gt: '>',
	gte: '>=',
	lt: '<',
	lte: '<=',
	like: 'like',
	ilike: 'ilike',
	match: '~',
	imatch: '~*',
	isdistinct: 'is distinct from',
	cs: '@>',
	cd: '<@',
	ov: '&&',
	sl: '<<',
	sr: '>>',
	nxr: '&<',
	nxl: '&>',
	adj: '-|-',
}
const PATTERNS: ReadonlySet<ComparisonOperator> = new Set(['like', 'ilike', 'match', 'imatch'])
const STARRED: ReadonlySet<ComparisonOperator> = new Set(['like', 'ilike'])

const IS: Record<IsValue, string> = {
	null: 'is null',
	not_null: 'is not null',
	true: 'is true',
	false: 'is false',
	unknown: 'is unknown',
}

function printCompare(
	condition: Extract<FilterCondition, { kind: 'compare' }>,
	{ sql, type }: PrintedField,
	values: StatementParameters,
): string {
	const { operator, quantifier } = condition
	// `*` is an alias of `%`, which would have to be escaped in a URL.
	const value = STARRED.has(operator) ? condition.value.replaceAll('*', '%') : condition.value
	const operand = PATTERNS.has(operator) ? 'text' : type
	const bound = quantifier ? `${quantifier} (${values.bind(value, `${operand}[]`)})` : values.bind(value, operand)
	return `${sql} ${OPERATORS[operator]} ${bound}`
}

/** Prints an array literal (`{"a","b"}`), bound as one parameter. */
const arrayText = (items: readonly string[]) =>
	`{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`

/** Types for searching. Comparing them is refused here, because PostgreSQL would report invalid input as a syntax error (42601). */
const UNCOMPARED = /^(tsvector|tsquery|jsonpath)(\[\])?$/

function printTest(condition: Exclude<FilterCondition, { kind: 'logic' }>, field: PrintedField, values: StatementParameters): string {
	const { sql, type } = field
	if (UNCOMPARED.test(type) && (condition.kind === 'in' || condition.kind === 'compare'))
		throw new RestRefusal(404, '42883', `columns of type ${type} cannot be compared`)
	switch (condition.kind) {
		case 'is':
			return `${sql} ${IS[condition.value]}`
		case 'in':
			return `${sql} = any (${values.bind(arrayText(condition.values), `${type}[]`)})`
		case 'search':
			return printSearch(condition, field, values)
		case 'compare':
			return printCompare(condition, field, values)
	}
}

/**
 * Prints a condition as SQL. All columns must be in the catalog.
 * @throws RestRefusal 42703 for an unknown column
 */
function printCondition(condition: FilterCondition, scope: StatementScope): string {
	const not = condition.isNegated ? 'not ' : ''
	if (condition.kind === 'logic') {
		const parts = condition.conditions.map((part) => printCondition(part, scope))
		return `${not}(${parts.join(` ${condition.operator} `)})`
	}
	return `${not}(${printTest(condition, printField(condition, scope), scope.values)})`
}

export function printWhere(conditions: readonly FilterCondition[], scope: StatementScope): string {
	if (conditions.length === 0) return ''
	return ` where ${conditions.map((condition) => printCondition(condition, scope)).join(' and ')}`
}
