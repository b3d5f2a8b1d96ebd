import { type PrintedField, printField, type Scope } from './print-field.ts'
import { printSearch } from './print-search.ts'
import type { Comparison, Condition, IsValue } from './request-tree.ts'
import { RestRefusal } from './rest-refusal.ts'
import type { Values } from './sql-text.ts'

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
	// In a URL a star is easier to write than a percent sign.
	const value = STARRED.has(operator) ? condition.value.replaceAll('*', '%') : condition.value
	const operand = PATTERNS.has(operator) ? 'text' : type
	const bound = quantifier ? `${quantifier} (${values.bind(value, `${operand}[]`)})` : values.bind(value, operand)
	return `${sql} ${OPERATORS[operator]} ${bound}`
}

/** `{"a","b"}`: the text of a PostgreSQL array, bound as one value. */
const arrayText = (items: readonly string[]) =>
	`{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`

/** Types whose bad input PostgreSQL reports like a broken statement (42601); they are for searching. */
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

/** One condition as SQL with every column from the catalogue. @throws RestRefusal 42703 for an unknown column */
export function printCondition(condition: Condition, scope: Scope): string {
	const not = condition.isNegated ? 'not ' : ''
	if (condition.kind === 'logic') {
		const parts = condition.conditions.map((part) => printCondition(part, scope))
		return `${not}(${parts.join(` ${condition.operator} `)})`
	}
	return `${not}(${printTest(condition, printField(condition, scope), scope.values)})`
}

/** ` where …`, or nothing without conditions. */
export function printWhere(conditions: readonly Condition[], scope: Scope): string {
	if (conditions.length === 0) return ''
	return ` where ${conditions.map((condition) => printCondition(condition, scope)).join(' and ')}`
}
