import {
	type ComparisonOperator,
	COMPARISON_OPERATORS,
	type FilterCondition,
	type ColumnPath,
	IS_VALUES,
	type IsValue,
	type TextSearchOperator,
	TEXT_SEARCH_OPERATORS,
} from '#server/services/platform/rest/rest-refusal.ts'

import { UNQUOTED_ITEM, ListScanner, scanField, scanListItems, scanPath } from './parse-list.ts'

/** Maximum nesting: and/or may be nested once (docs/api.md), which keeps the grammar small. */
const MAX_DEPTH = 2

const isComparison = (word: string): word is ComparisonOperator => (COMPARISON_OPERATORS as readonly string[]).includes(word)
const isTextSearchOperator = (word: string): word is TextSearchOperator => (TEXT_SEARCH_OPERATORS as readonly string[]).includes(word)
const isValue = (word: string): word is IsValue => (IS_VALUES as readonly string[]).includes(word)

/** Reads the value after the operator: all remaining text at the top level, or up to the next comma in and/or. */
type Reader = (scanner: ListScanner) => string

const REST = /.*/sy
const readRest: Reader = (scanner) => scanner.match(REST)?.[0] ?? ''

const BRACED = /\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/sy
const readInner: Reader = (scanner) => scanner.quoted() ?? scanner.match(BRACED)?.[0] ?? scanner.match(UNQUOTED_ITEM)?.[0] ?? ''

/** Pattern for `eq.`, `like(any).` or `fts(english).` */
const OPERATOR = /([a-z_]+)(?:\(([A-Za-z_][A-Za-z0-9_]{0,62})\))?\./y

/** Maximum length of a regular expression in characters. */
const MAX_PATTERN = 200

/**
 * True if a regular expression could keep PostgreSQL busy for a second: it is long, or has a counted repetition, which PostgreSQL
 * expands (24 characters of nested counts took 0.9 s). An initial brace opens an array of patterns and doesn't count. Backslashes
 * are skipped, because an array literal removes one before a digit.
 */
const isCostly = (pattern: string) => pattern.length > MAX_PATTERN || /\{[\s\\]*\d/.test(pattern.slice(1))

/**
 * Scans `[not.]operator.value`.
 * @throws RestRefusal PGRST100
 */
function scanOperation(field: ColumnPath, scanner: ListScanner, read: Reader): FilterCondition {
	const isNegated = scanner.take('not.')
	const [, operator = '', modifier = null] = scanner.match(OPERATOR) ?? []
	if (isTextSearchOperator(operator)) return { ...field, kind: 'search', operator, config: modifier, value: read(scanner), isNegated }
	const quantifier = modifier === 'any' || modifier === 'all' ? modifier : null
	if (quantifier !== modifier) throw scanner.refuse()
	if (isComparison(operator)) {
		const value = read(scanner)
		if ((operator === 'match' || operator === 'imatch') && isCostly(value)) throw scanner.refuse()
		return { ...field, kind: 'compare', operator, value, isNegated, quantifier }
	}
	if (quantifier) throw scanner.refuse()
	if (operator === 'in') return { ...field, kind: 'in', values: scanListItems(scanner), isNegated }
	if (operator !== 'is') throw scanner.refuse()
	const value = read(scanner).toLowerCase()
	if (!isValue(value)) throw scanner.refuse()
	return { ...field, kind: 'is', value, isNegated }
}

/** Scans the conditions in parentheses after a match of `LOGIC` or `TOP_LOGIC`. */
function scanLogic(scanner: ListScanner, [, not, word]: RegExpExecArray, depth: number): FilterCondition {
	if (depth > MAX_DEPTH) throw scanner.refuse()
	scanner.expect('(')
	const conditions: FilterCondition[] = []
	do conditions.push(scanPart(scanner, depth))
	while (scanner.take(','))
	scanner.expect(')')
	return { kind: 'logic', operator: word === 'or' ? 'or' : 'and', isNegated: not !== undefined, conditions }
}

const LOGIC = /(not\.)?(and|or)(?=\()/y

function scanPart(scanner: ListScanner, depth: number): FilterCondition {
	const logic = scanner.match(LOGIC)
	if (logic) return scanLogic(scanner, logic, depth + 1)
	const field = scanField(scanner)
	scanner.expect('.')
	return scanOperation(field, scanner, readInner)
}

const COLUMN = /(?:(?!->).)+/sy

/** Parses a column in its exact spelling, and an optional path. */
function parseField(name: string): ColumnPath {
	const scanner = new ListScanner('filter', name)
	const column = scanner.quoted() ?? scanner.match(COLUMN)?.[0]
	if (!column) throw scanner.refuse()
	const field = { column, ...scanPath(scanner) }
	scanner.end()
	return field
}

const TOP_LOGIC = /^(not\.)?(and|or)$/

/** Parses a filter such as `column=operator.value` or `or=(…)`. */
export function parseFilter(name: string, value: string): FilterCondition {
	const logic = TOP_LOGIC.exec(name)
	const scanner = new ListScanner(logic ? 'logic tree' : 'filter', value)
	const condition = logic ? scanLogic(scanner, logic, 1) : scanOperation(parseField(name), scanner, readRest)
	scanner.end()
	return condition
}
