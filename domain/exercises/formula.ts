export type Formula =
	| { kind: 'number'; value: number }
	| { kind: 'name'; name: string }
	| { kind: 'negative'; of: Formula }
	| { kind: 'operation'; operator: Operator; left: Formula; right: Formula }
	| { kind: 'call'; of: CallName; values: Formula[] }
	| { kind: 'column'; of: 'sum' | 'count'; column: string }

export type FormulaParse = { ok: true; formula: Formula } | { ok: false; message: string }

const OPERATORS = {
	'+': (left: number, right: number) => left + right,
	'-': (left: number, right: number) => left - right,
	'*': (left: number, right: number) => left * right,
	'/': (left: number, right: number) => left / right,
}
type Operator = keyof typeof OPERATORS

/** Rounds away floating-point errors: 33 / 1.1 is slightly more than 30, so `ceil` would return 31. */
const roundOffFloatError = (value: number) => Number(value.toPrecision(12))

const CALLS = {
	min: { least: 2, most: 9, calculate: (values: number[]) => Math.min(...values) },
	max: { least: 2, most: 9, calculate: (values: number[]) => Math.max(...values) },
	round: { least: 1, most: 1, calculate: ([value = 0]: number[]) => Math.sign(value) * Math.round(roundOffFloatError(Math.abs(value))) },
	ceil: { least: 1, most: 1, calculate: ([value = 0]: number[]) => Math.ceil(roundOffFloatError(value)) },
	floor: { least: 1, most: 1, calculate: ([value = 0]: number[]) => Math.floor(roundOffFloatError(value)) },
}
type CallName = keyof typeof CALLS

/** Maximum length of a formula, which also limits the parser's recursion depth. */
export const MAX_FORMULA_LENGTH = 200

const TOKEN = /\s*(?:(?<number>\d+(?:\.\d+)?)|(?<name>[a-z_]\w*)|(?<sign>[-+*/(),]))/iy

class FormulaError extends Error {}

/**
 * Parses numbers, names, `+ - * / ( )`, `min`, `max`, `round`, `ceil`, `floor`, `sum(column)` and `count(column)`. The caller
 * checks with `namesOf` that the names exist.
 */
export function parseFormula(source: string): FormulaParse {
	if (source.length > MAX_FORMULA_LENGTH) return { ok: false, message: `is longer than ${MAX_FORMULA_LENGTH} characters` }
	try {
		const reader = readTokens(source)
		const formula = readTerms(reader)
		if (reader.peek() !== null) throw new FormulaError(`has an unexpected "${reader.peek()}"`)
		return { ok: true, formula }
	} catch (error) {
		if (error instanceof FormulaError) return { ok: false, message: error.message }
		throw error
	}
}

type Reader = { peek: () => string | null; take: () => string; expect: (sign: string) => void }

function readTokens(source: string): Reader {
	const tokens: string[] = []
	const pattern = new RegExp(TOKEN)
	const text = source.trimEnd()
	while (pattern.lastIndex < text.length) {
		const from = pattern.lastIndex
		const match = pattern.exec(text)
		if (!match) throw new FormulaError(`has "${text.slice(from).trim().charAt(0)}", which can’t be part of a formula`)
		tokens.push(match[0].trim())
	}
	let next = 0
	const peek = () => tokens[next] ?? null
	const take = () => {
		const token = tokens[next++]
		if (token === undefined) throw new FormulaError('ends too early')
		return token
	}
	return {
		peek,
		take,
		expect(sign) {
			const token = take()
			if (token !== sign) throw new FormulaError(`has "${token}" where "${sign}" belongs`)
		},
	}
}

const isSumSign = (token: string | null) => token === '+' || token === '-'
const isProductSign = (token: string | null) => token === '*' || token === '/'

function readTerms(reader: Reader): Formula {
	let formula = readFactors(reader)
	for (let sign = reader.peek(); isSumSign(sign); sign = reader.peek()) {
		const operator = reader.take() === '+' ? '+' : '-'
		formula = { kind: 'operation', operator, left: formula, right: readFactors(reader) }
	}
	return formula
}

function readFactors(reader: Reader): Formula {
	let formula = readValue(reader)
	for (let sign = reader.peek(); isProductSign(sign); sign = reader.peek()) {
		const operator = reader.take() === '*' ? '*' : '/'
		formula = { kind: 'operation', operator, left: formula, right: readValue(reader) }
	}
	return formula
}

function readValue(reader: Reader): Formula {
	const token = reader.take()
	if (token === '-') return { kind: 'negative', of: readValue(reader) }
	if (token === '(') {
		const formula = readTerms(reader)
		reader.expect(')')
		return formula
	}
	if (/^\d/.test(token)) return { kind: 'number', value: Number(token) }
	if (!/^[a-z_]/i.test(token)) throw new FormulaError(`has "${token}" where a number or a name belongs`)
	return reader.peek() === '(' ? readCall(token, reader) : { kind: 'name', name: token }
}

function readCall(name: string, reader: Reader): Formula {
	reader.expect('(')
	if (name === 'sum' || name === 'count') {
		const column = reader.take()
		if (!/^[a-z_]/i.test(column)) throw new FormulaError(`has "${column}" where ${name} needs a column`)
		reader.expect(')')
		return { kind: 'column', of: name, column }
	}
	if (!isCall(name)) throw new FormulaError(`calls ${name}, which isn’t a function`)
	const values = [readTerms(reader)]
	while (reader.peek() === ',') {
		reader.take()
		values.push(readTerms(reader))
	}
	reader.expect(')')
	const { least, most } = CALLS[name]
	if (values.length < least || values.length > most) throw new FormulaError(`gives ${name} ${values.length} values`)
	return { kind: 'call', of: name, values }
}

const isCall = (name: string): name is CallName => Object.hasOwn(CALLS, name)

/** Names that a formula contains. `values`: fields and earlier sums. `added`: columns in `sum()`. `counted`: columns in `count()`. */
export type FormulaNames = { values: string[]; added: string[]; counted: string[] }

export function formulaNames(formula: Formula): FormulaNames {
	switch (formula.kind) {
		case 'number':
			return { values: [], added: [], counted: [] }
		case 'name':
			return { values: [formula.name], added: [], counted: [] }
		case 'column':
			return { values: [], added: formula.of === 'sum' ? [formula.column] : [], counted: formula.of === 'count' ? [formula.column] : [] }
		case 'negative':
			return formulaNames(formula.of)
		case 'operation':
			return joined([formula.left, formula.right])
		case 'call':
			return joined(formula.values)
	}
}

function joined(formulas: readonly Formula[]): FormulaNames {
	const all = formulas.map(formulaNames)
	return {
		values: all.flatMap(({ values }) => values),
		added: all.flatMap(({ added }) => added),
		counted: all.flatMap(({ counted }) => counted),
	}
}

/** Numeric values of the answers. Empty fields have no entry. */
export type FormulaInputs = {
	fields: ReadonlyMap<string, number>
	/** `filled`: cells with any text; `numbers`: cells of a numeric column. */
	columns: ReadonlyMap<string, { filled: number; numbers: readonly number[] }>
}

/** Evaluates a formula; null if an input is empty, on division by zero, or if the result is too large. */
export function evaluateFormula(formula: Formula, figures: FormulaInputs): number | null {
	const value = calculate(formula, figures)
	return value === null || !Number.isFinite(value) ? null : value + 0 // + 0 turns -0 into 0
}

function calculate(formula: Formula, figures: FormulaInputs): number | null {
	switch (formula.kind) {
		case 'number':
			return formula.value
		case 'name':
			return figures.fields.get(formula.name) ?? null
		case 'column':
			return summarize(formula, figures)
		case 'negative':
			return withAll([formula.of], figures, ([value = 0]) => -value)
		case 'operation':
			return withAll([formula.left, formula.right], figures, ([left = 0, right = 0]) => OPERATORS[formula.operator](left, right))
		case 'call':
			return withAll(formula.values, figures, CALLS[formula.of].calculate)
	}
}

/** Sums or counts a column. The sum of an empty column is null, and its count is 0. */
function summarize({ of, column }: Formula & { kind: 'column' }, { columns }: FormulaInputs): number | null {
	const { filled, numbers } = columns.get(column) ?? { filled: 0, numbers: [] }
	if (of === 'count') return filled
	return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0)
}

function withAll(formulas: readonly Formula[], figures: FormulaInputs, apply: (values: number[]) => number): number | null {
	const values = formulas.map((formula) => evaluateFormula(formula, figures))
	const known = values.filter((value) => value !== null)
	return known.length === values.length ? apply(known) : null
}
