import { type PrintedField, printField, type Scope } from './print-field.ts'
import type { Comparison, Condition, IsValue, Search } from './request-tree.ts'
import { RestRefusal } from './rest-refusal.ts'
import type { Values } from './sql-text.ts'

const PARSERS: Record<Search, string> = {
	fts: 'to_tsquery',
	plfts: 'plainto_tsquery',
	phfts: 'phraseto_tsquery',
	wfts: 'websearch_to_tsquery',
}

/**
 * `to_tsquery` reports an invalid text as a syntax error (42601). This checks the text first and causes a data error (22007)
 * instead.
 */
const readable = (text: string) =>
	`case when pg_input_is_valid(${text}, 'tsquery') then ${text} else ('search: ' || ${text})::date::text end`

/** Prints a full-text search. Converts a column that isn't a tsvector, using the language of the search. */
function printSearch(condition: Extract<Condition, { kind: 'search' }>, { sql, type }: PrintedField, values: Values): string {
	const { operator, config, value } = condition
	const language = config === null ? '' : `${values.bind(config, 'regconfig')}, `
	const text = values.bind(value, 'text')
	const vector = type === 'tsvector' ? sql : `to_tsvector(${language}${sql})`
	return `${vector} @@ ${PARSERS[operator]}(${language}${operator === 'fts' ? readable(text) : text})`
}

const OPERATORS: Record<Comparison, string> = {
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
const PATTERNS: ReadonlySet<Comparison> = new Set(['like', 'ilike', 'match', 'imatch'])
const STARRED: ReadonlySet<Comparison> = new Set(['like', 'ilike'])

const IS: Record<IsValue, string> = {
	null: 'is null',
	not_null: 'is not null',
	true: 'is true',
	false: 'is false',
	unknown: 'is unknown',
}

function printCompare(condition: Extract<Condition, { kind: 'compare' }>, { sql, type }: PrintedField, values: Values): string {
	const { operator, quantifier } = condition
	// `*` is an alias of `%`, which would have to be escaped in a URL.
	const value = STARRED.has(operator) ? condition.value.replaceAll('*', '%') : condition.value
	const operand = PATTERNS.has(operator) ? 'text' : type
	const bound = quantifier ? `${quantifier} (${values.bind(value, `${operand}[]`)})` : values.bind(value, operand)
	return `${sql} ${OPERATORS[operator]} ${bound}`
}

/** PostgreSQL array literal (`{"a","b"}`), bound as one parameter. */
const arrayText = (items: readonly string[]) =>
	`{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`

/**
 * Types for which PostgreSQL reports invalid input as a syntax error (42601). They are for searching, so comparisons are refused.
 */
const UNCOMPARED = /^(tsvector|tsquery|jsonpath)(\[\])?$/

function printTest(condition: Exclude<Condition, { kind: 'logic' }>, field: PrintedField, values: Values): string {
	const { sql, type } = field
	if (UNCOMPARED.test(type) && (condition.kind === 'in' || condition.kind === 'compare'))
		throw new RestRefusal(404, '42883', `columns of type ${type} are not compared`)
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
 * Prints a condition as SQL. All columns must be in the catalogue.
 * @throws RestRefusal 42703 for an unknown column
 */
export function printCondition(condition: Condition, scope: Scope): string {
	const not = condition.isNegated ? 'not ' : ''
	if (condition.kind === 'logic') {
		const parts = condition.conditions.map((part) => printCondition(part, scope))
		return `${not}(${parts.join(` ${condition.operator} `)})`
	}
	return `${not}(${printTest(condition, printField(condition, scope), scope.values)})`
}

/** Prints ` where …`, or an empty string without conditions. */
export function printWhere(conditions: readonly Condition[], scope: Scope): string {
	if (conditions.length === 0) return ''
	return ` where ${conditions.map((condition) => printCondition(condition, scope)).join(' and ')}`
}
