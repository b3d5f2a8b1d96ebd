import { COMPARISONS, type Comparison, type Condition, IS_VALUES, type IsValue } from '#server/services/rest/request-tree.ts'

import { Scanner, scanItems, scanName } from './parse-list.ts'

/** RELIABILITY A5: and/or may stand in one another once. */
const MAX_DEPTH = 2

const isComparison = (word: string): word is Comparison => (COMPARISONS as readonly string[]).includes(word)
const isValue = (word: string): word is IsValue => (IS_VALUES as readonly string[]).includes(word)

/** What follows the operator: the rest of the text at the top, up to the next comma inside and/or. */
type Reader = (scanner: Scanner) => string

const REST = /.*/sy
const readRest: Reader = (scanner) => scanner.match(REST)?.[0] ?? ''

const BRACED = /\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/sy
const BARE = /[^,()"]*/y
const readInner: Reader = (scanner) => scanner.quoted() ?? scanner.match(BRACED)?.[0] ?? scanner.match(BARE)?.[0] ?? ''

const OPERATOR = /([a-z_]+)(?:\((any|all)\))?\./y

/** `[not.]operator.value` for a column. @throws RestRefusal PGRST100 */
function scanOperation(column: string, scanner: Scanner, read: Reader): Condition {
	const isNegated = scanner.take('not.')
	const [, operator = '', quantifier] = scanner.match(OPERATOR) ?? []
	if (isComparison(operator)) {
		const each = quantifier === 'any' || quantifier === 'all' ? quantifier : null
		return { kind: 'compare', column, operator, value: read(scanner), isNegated, quantifier: each }
	}
	if (quantifier) throw scanner.refuse()
	if (operator === 'in') return { kind: 'in', column, values: scanItems(scanner), isNegated }
	if (operator !== 'is') throw scanner.refuse()
	const value = read(scanner).toLowerCase()
	if (!isValue(value)) throw scanner.refuse()
	return { kind: 'is', column, value, isNegated }
}

/** @param found `not.` and the word, as `LOGIC` and `TOP_LOGIC` find them */
function scanLogic(scanner: Scanner, [, not, word]: RegExpExecArray, depth: number): Condition {
	if (depth > MAX_DEPTH) throw scanner.refuse()
	scanner.expect('(')
	const conditions: Condition[] = []
	do conditions.push(scanPart(scanner, depth))
	while (scanner.take(','))
	scanner.expect(')')
	return { kind: 'logic', operator: word === 'or' ? 'or' : 'and', isNegated: not !== undefined, conditions }
}

const LOGIC = /(not\.)?(and|or)(?=\()/y

function scanPart(scanner: Scanner, depth: number): Condition {
	const logic = scanner.match(LOGIC)
	if (logic) return scanLogic(scanner, logic, depth + 1)
	const column = scanName(scanner)
	scanner.expect('.')
	return scanOperation(column, scanner, readInner)
}

const TOP_LOGIC = /^(not\.)?(and|or)$/

/** One query parameter that is not a reserved word: `column=operator.value`, or `or=(…)` and its kin. */
export function parseFilter(name: string, value: string): Condition {
	const logic = TOP_LOGIC.exec(name)
	const scanner = new Scanner(logic ? 'logic tree' : 'filter', value)
	const condition = logic ? scanLogic(scanner, logic, 1) : scanOperation(name, scanner, readRest)
	scanner.end()
	return condition
}
