import { expect, test } from 'vitest'

import { median, formatTable } from './measurement.ts'

test.each([
	{ values: [3], middle: 3 },
	{ values: [9, 1, 5], middle: 5 },
	{ values: [4, 1, 3, 2], middle: 2 },
	{ values: [10, 9, 100], middle: 10 },
])('the median of $values is $middle', ({ values, middle }) => {
	expect(median(values)).toBe(middle)
})

test('the median of no values throws', () => {
	expect(() => median([])).toThrow('nothing')
})

test('a row shows value, goal, verdict and note; without a goal there is no verdict', () => {
	const table = formatTable([
		{ name: 'start', value: 2.5, unit: 's', goal: '≤ 3 s', isMet: true },
		{ name: 'memory idle', value: 512.25, unit: 'MB', goal: '≤ 400 MB', isMet: false, note: 'PSS' },
		{ name: 'requests', value: 9, unit: '' },
	])
	expect(table).toEqual(['start        2.50 s    ≤ 3 s     met', 'memory idle  512.3 MB  ≤ 400 MB  MISSED  PSS', 'requests     9'])
})
