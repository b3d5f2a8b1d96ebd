import fc from 'fast-check'
import { expect, test } from 'vitest'

import { answerSums } from './exercise-slots.ts'
import { evaluateFormula, MAX_FORMULA_LENGTH, formulaNames, parseFormula, type FormulaInputs } from './formula.ts'

const FIGURES: FormulaInputs = {
	fields: new Map(Object.entries({ fixed: 40, price: 12, cost: 2, zero: 0, owed: -2.5, huge: 1e308 })),
	columns: new Map([
		['hours', { filled: 3, numbers: [1, 2, 0.5] }],
		['who', { filled: 2, numbers: [] }],
	]),
}

function answer(source: string, figures = FIGURES): number | null {
	const parsed = parseFormula(source)
	if (!parsed.ok) throw new Error(parsed.message)
	return evaluateFormula(parsed.formula, figures)
}

test.each([
	{ formula: '7', is: 7 },
	{ formula: '1.5', is: 1.5 },
	{ formula: '1 + 2 * 3', is: 7 },
	{ formula: '(1 + 2) * 3', is: 9 },
	{ formula: '10 - 4 - 3', is: 3 },
	{ formula: '100 / 5 / 2', is: 10 },
	{ formula: '-2 * -3', is: 6 },
	{ formula: '2--3', is: 5 },
	{ formula: ' fixed/( price-cost ) ', is: 4 },
	{ formula: 'ceil(fixed / (price - cost))', is: 4 },
	{ formula: 'ceil(41 / 10)', is: 5 },
	{ formula: 'ceil((0.1 + 0.2) / 0.1)', is: 3 },
	{ formula: 'floor(4.35 * 100)', is: 435 },
	{ formula: 'floor(2.9)', is: 2 },
	{ formula: 'round(2.5)', is: 3 },
	{ formula: 'round(owed)', is: -3 },
	{ formula: 'round(-0.4)', is: 0 },
	{ formula: 'min(price, cost)', is: 2 },
	{ formula: 'max(price, cost, fixed)', is: 40 },
	{ formula: 'max(0, cost - price)', is: 0 },
	{ formula: 'sum(hours)', is: 3.5 },
	{ formula: 'sum(hours) / count(hours)', is: 3.5 / 3 },
	{ formula: 'count(who)', is: 2 },
	{ formula: 'count(nobody)', is: 0 },
	{ formula: 'zero', is: 0 },
])('$formula evaluates to $is', ({ formula, is }) => {
	expect(answer(formula)).toBe(is)
})

test.each([
	{ formula: 'fixed + empty', why: 'a field is empty' },
	{ formula: 'min(fixed, empty)', why: 'a field is empty, even where another would win' },
	{ formula: '0 * empty', why: 'a field is empty, even times nothing' },
	{ formula: 'fixed / zero', why: 'nothing can be divided by zero' },
	{ formula: 'zero / zero', why: 'nothing can be divided by zero' },
	{ formula: '1 / (fixed / zero)', why: 'a part of it has no answer' },
	{ formula: 'huge * 10', why: 'it is no finite number' },
	{ formula: 'sum(who)', why: 'the column holds no figure' },
	{ formula: 'sum(nobody)', why: 'there is no such column' },
])('$formula has no result: $why', ({ formula }) => {
	expect(answer(formula)).toBeNull()
})

test.each([
	{ formula: '', says: 'ends too early' },
	{ formula: '   ', says: 'ends too early' },
	{ formula: '1 +', says: 'ends too early' },
	{ formula: '(1 + 2', says: 'ends too early' },
	{ formula: '1 2', says: 'has an unexpected "2"' },
	{ formula: '1)', says: 'has an unexpected ")"' },
	{ formula: '* 2', says: 'has "*" where a number or a name belongs' },
	{ formula: 'price ^ 2', says: 'has "^", which can’t be part of a formula' },
	{ formula: '$5', says: 'has "$", which can’t be part of a formula' },
	{ formula: '1,000', says: 'has an unexpected ","' },
	{ formula: '.5', says: 'has ".", which can’t be part of a formula' },
	{ formula: 'sqrt(4)', says: 'calls sqrt, which isn’t a function' },
	{ formula: 'constructor(4)', says: 'calls constructor, which isn’t a function' },
	{ formula: 'round(1, 2)', says: 'gives round 2 values' },
	{ formula: 'min(1)', says: 'gives min 1 values' },
	{ formula: 'max(1 2)', says: 'has "2" where ")" belongs' },
	{ formula: 'sum(1 + 2)', says: 'has "1" where sum needs a column' },
	{ formula: 'count(a + b)', says: 'has "+" where ")" belongs' },
	{ formula: '('.repeat(MAX_FORMULA_LENGTH), says: 'ends too early' },
	{ formula: ' '.repeat(MAX_FORMULA_LENGTH + 1), says: `is longer than ${MAX_FORMULA_LENGTH} characters` },
])('"$formula" is invalid: $says', ({ formula, says }) => {
	expect(parseFormula(formula)).toEqual({ ok: false, message: says })
})

test('names in a formula are listed by use', () => {
	const parsed = parseFormula('max(a, -b) * sum(c) / count(d) + 2')
	expect(parsed.ok && formulaNames(parsed.formula)).toEqual({ values: ['a', 'b'], added: ['c'], counted: ['d'] })
})

test('a sum can use the ones above it, and has no result if they have none', () => {
	const sums = [
		{ id: 'net', formula: 'price - cost' },
		{ id: 'none', formula: 'price / zero' },
		{ formula: 'net * 2' },
		{ formula: 'none + 1' },
		{ formula: 'later' },
		{ id: 'later', formula: '1' },
	]
	expect(answerSums(sums, FIGURES)).toEqual([10, null, 20, null, null, 1])
})

test('calculating sums doesn’t change the learner’s values', () => {
	answerSums([{ id: 'extra', formula: '1' }], FIGURES)
	expect(FIGURES.fields.has('extra')).toBe(false)
})

/** Generates a random formula in our syntax and the same one for JavaScript's parser. */
const calculation = fc.letrec<{ expression: string }>((tie) => ({
	expression: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.nat(99).map(String),
		fc.constantFrom('price', 'cost', 'zero'),
		fc
			.tuple(tie('expression'), fc.constantFrom('+', '-', '*', '/'), tie('expression'))
			.map(([left, sign, right]) => `${left} ${sign} ${right}`),
		tie('expression').map((inner) => `(${inner})`),
	),
})).expression

test('a calculation matches JavaScript’s, or has no result if not finite', () => {
	fc.assert(
		fc.property(calculation, (source) => {
			fc.pre(source.length <= MAX_FORMULA_LENGTH)
			// oxlint-disable-next-line typescript/no-implied-eval -- JavaScript's own result; the text has only digits, signs and three names
			const oracle: unknown = new Function('price', 'cost', 'zero', `return ${source}`)(12, 2, 0)
			const own = answer(source)
			// If any part is undefined, so is the whole formula, where JavaScript may continue with infinity.
			if (own !== null) expect(own).toBeCloseTo(Number(oracle), 6)
			else expect(source).toContain('/')
		}),
		{ numRuns: 500 },
	)
})

test('any input gives a finite number, no result, or an error message', () => {
	const piece = fc.oneof(
		fc.constantFrom('(', ')', '+', '-', '*', '/', ',', ' ', 'min', 'sum', 'round', 'price', 'hours', '0', '1e9', '.'),
		fc.string(),
	)
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
			const parsed = parseFormula(pieces.join(''))
			const value = parsed.ok ? evaluateFormula(parsed.formula, FIGURES) : null
			expect(value === null || Number.isFinite(value)).toBe(true)
			if (!parsed.ok) expect(parsed.message).not.toBe('')
		}),
		{ numRuns: 500 },
	)
})
