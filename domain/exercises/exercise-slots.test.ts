import { expect, test } from 'vitest'

import { answerSums, figuresOf, labelWithUnit, lastFilledRow, rowsOf, slotsOf, splitAnswers } from './exercise-slots.ts'
import type { Exercise } from './exercise.ts'
import { formatFigure, readFigure } from './figure-text.ts'
import type { FilledExercise } from './filled-exercise.ts'

test.each([
	['40', 40],
	[' 12.50 ', 12.5],
	['.5', 0.5],
	['7.', 7],
	['1,200', 1200],
	['1,200,000.5', 1_200_000.5],
	['$40', 40],
	['-$40', -40],
	['$-40', -40],
	['20 %', 20],
	['3h', 3],
	['1 hour', 1],
	['-5', -5],
	['', null],
	['.', null],
	['$', null],
	['abc', null],
	['1,5', null],
	['12,00', null],
	['1.2.3', null],
	['1e9', null],
	['Infinity', null],
	['0x10', null],
	['9'.repeat(13), null],
	['9'.repeat(4000), null],
	['1 200', null],
])('%j is parsed as %j', (typed, figure) => {
	expect(readFigure(typed)).toBe(figure)
})

test.each([
	[3, 'number', '3'],
	[1234.567, 'number', '1,234.57'],
	[-0.5, 'number', '-0.5'],
	[40, 'money', '$40'],
	[1234.5, 'money', '$1,234.50'],
	[-3, 'money', '-$3'],
	[12.5, 'percent', '12.5%'],
	[1, 'hours', '1 hour'],
	[2.25, 'hours', '2.25 hours'],
] as const)('%d as %s is formatted as %s', (value, format, words) => {
	expect(formatFigure(value, format)).toBe(words)
})

test.each([
	['Price', 'money', 'Price ($)'],
	['Price in dollars', 'money', 'Price in dollars'],
	['Share', 'percent', 'Share (%)'],
	['Hours a week', 'hours', 'Hours a week'],
	['Time', 'hours', 'Time (hours)'],
	['Visitors', 'number', 'Visitors'],
])('%s, a field of type %s, is labeled %s', (label, type, called) => {
	expect(labelWithUnit({ label, type })).toBe(called)
})

const EXERCISE: Exercise = {
	id: 'costs',
	title: 'Costs',
	fields: [
		{ id: 'fixed', label: 'Fixed', type: 'money' },
		{ id: 'hours', label: 'Hours', type: 'slider', min: 1, max: 20, step: 1, start: 5 },
		{ id: 'track', label: 'Track', type: 'choice', options: ['Affiliate', 'Coaching'] },
	],
	table: {
		columns: [
			{ id: 'what', label: 'What', type: 'text' },
			{ id: 'amount', label: 'Amount', type: 'money' },
		],
		rows: 2,
	},
	sums: [
		{ id: 'all', label: 'All', formula: 'fixed + sum(amount)', format: 'money' },
		{ label: 'An hour', formula: 'all / hours', format: 'money' },
		{ label: 'Rows', formula: 'count(what)', format: 'number' },
	],
}
const filledWith = (values: Record<string, string>): FilledExercise => ({
	moduleId: 1,
	lessonId: 'a',
	exerciseId: 'costs',
	title: 'Costs',
	fields: Object.entries(values).map(([id, value], place) => ({ id, label: id, place, value, changedAt: 1 })),
})
const slots = slotsOf(EXERCISE)
const valuesOf = (values: Record<string, string>) => splitAnswers(slots, filledWith(values)).values
const answers = (values: Record<string, string>) => answerSums(EXERCISE.sums, figuresOf(EXERCISE, valuesOf(values)))

test('slots have IDs, names and positions, including twenty unnamed table rows', () => {
	expect(slots).toHaveLength(3 + 40)
	expect(slots.slice(2, 6).map(({ id, label, place }) => [id, label, place])).toEqual([
		['track', 'Track', 2],
		['what.1', 'Row 1: What', 3],
		['amount.1', 'Row 1: Amount ($)', 4],
		['what.2', 'Row 2: What', 5],
	])
})

test('a named row keeps its entries when it moves or another takes its place', () => {
	const named = (rows: string[]) => slotsOf({ ...EXERCISE, fields: [], table: { ...EXERCISE.table!, rows } })
	const before = named(['Rent', 'Food'])
	const after = named(['Insurance', 'Food', 'Rent'])
	const rent = filledWith({ [before[1]!.id]: '500' })
	expect(before[1]?.label).toBe('Rent: Amount ($)')
	expect(splitAnswers(after, rent).values.get(after[5]!.id)).toBe('500')
	expect(splitAnswers(named(['Insurance']), rent)).toMatchObject({ values: new Map(), earlier: [{ value: '500' }] })
	expect(rowsOf({ ...EXERCISE.table!, rows: ['Rent', 'Food'] }, 20)).toHaveLength(2)
})

test('a table shows its own and its filled rows, at most twenty', () => {
	const table = EXERCISE.table!
	expect([0, 1, 7, 25].map((most) => rowsOf(table, most).length)).toEqual([2, 2, 7, 20])
	expect(lastFilledRow(valuesOf({ 'what.7': 'x', 'amount.12': '3', fixed: '99' }))).toBe(12)
	expect(lastFilledRow(new Map())).toBe(0)
})

const EDITIONS: { what: string; values: Record<string, string>; earlier: string[] }[] = [
	{ what: 'a field that the exercise asks no more', values: { gone: 'x' }, earlier: ['gone'] },
	{ what: 'a name that every object has', values: { __proto__x: '1', constructor: 'x' }, earlier: ['__proto__x', 'constructor'] },
	{ what: 'a choice that lost its words', values: { track: 'Product' }, earlier: ['track'] },
	{ what: 'a slider beyond its end', values: { hours: '30' }, earlier: ['hours'] },
	{ what: 'a slider without a figure', values: { hours: 'many' }, earlier: ['hours'] },
	{ what: 'a row beyond the last', values: { 'what.21': 'x' }, earlier: ['what.21'] },
	{ what: 'what is asked', values: { track: 'Coaching', hours: '20', fixed: 'not a number' }, earlier: [] },
]

test.each(EDITIONS)('entries of an earlier edition: $what', ({ values, earlier }) => {
	const sorted = splitAnswers(slots, filledWith(values))
	expect(sorted.earlier.map(({ id }) => id)).toEqual(earlier)
	expect(sorted.values.size).toBe(Object.keys(values).length - earlier.length)
})

test('results follow the inputs, and a slider counts at its position', () => {
	expect(answers({ fixed: '$40', 'amount.1': '10', 'amount.2': '1,000', 'what.1': 'x' })).toEqual([1050, 210, 1])
	expect(answers({ fixed: '40', 'amount.1': '10', hours: '10' })).toEqual([50, 5, 0])
})

const OPEN: [string, Record<string, string>][] = [
	['an empty field', { 'amount.1': '10' }],
	['an empty column', { fixed: '40' }],
	['a figure that is none', { fixed: 'forty', 'amount.1': '10' }],
	['a cell that is no figure, rather than a sum without it', { fixed: '40', 'amount.1': '10', 'amount.2': 'ten' }],
]

test.each(OPEN)('%s leaves the sum empty', (_what, values) => {
	expect(answers(values)[0]).toBeNull()
})
