import type { Relation } from './catalogue.ts'
import type { Comparison, Condition, IsValue } from './request-tree.ts'
import { quote, requireColumn, TABLE, type Values } from './sql-text.ts'

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

function printCompare(condition: Extract<Condition, { kind: 'compare' }>, type: string, values: Values): string {
	const { operator, quantifier } = condition
	// In a URL a star is easier to write than a percent sign.
	const value = STARRED.has(operator) ? condition.value.replaceAll('*', '%') : condition.value
	const operand = PATTERNS.has(operator) ? 'text' : type
	const bound = quantifier ? `${quantifier} (${values.bind(value, `${operand}[]`)})` : values.bind(value, operand)
	return `${OPERATORS[operator]} ${bound}`
}

/** `{"a","b"}`: the text of a PostgreSQL array, whose items are still one bound value. */
const arrayText = (items: readonly string[]) =>
	`{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`

/** One condition as SQL with every column from the catalogue. @throws RestRefusal 42703 for an unknown column */
export function printCondition(condition: Condition, relation: Relation, values: Values): string {
	const not = condition.isNegated ? 'not ' : ''
	if (condition.kind === 'logic') {
		const parts = condition.conditions.map((part) => printCondition(part, relation, values))
		return `${not}(${parts.join(` ${condition.operator} `)})`
	}
	const { name, type } = requireColumn(relation, condition.column)
	const column = `${TABLE}.${quote(name)}`
	if (condition.kind === 'is') return `${not}(${column} ${IS[condition.value]})`
	if (condition.kind === 'in') return `${not}(${column} = any (${values.bind(arrayText(condition.values), `${type}[]`)}))`
	return `${not}(${column} ${printCompare(condition, type, values)})`
}

/** ` where …`, or nothing without conditions. */
export function printWhere(conditions: readonly Condition[], relation: Relation, values: Values): string {
	if (conditions.length === 0) return ''
	return ` where ${conditions.map((condition) => printCondition(condition, relation, values)).join(' and ')}`
}
