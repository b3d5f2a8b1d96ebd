import fc from 'fast-check'
import { expect, test } from 'vitest'

import { clampSectionIndex, moduleProgressPercent } from './module-progress.ts'

test.each([
	{ index: 0, count: 8, percent: 0 },
	{ index: 7, count: 8, percent: 100 },
	{ index: 4, count: 9, percent: 50 },
	{ index: 8, count: 9, percent: 100 },
	{ index: 9, count: 9, percent: 100 },
	{ index: -1, count: 9, percent: 0 },
	{ index: 0, count: 1, percent: 0 },
	{ index: 5, count: 0, percent: 0 },
	{ index: Number.NaN, count: 8, percent: 0 },
	{ index: Number.POSITIVE_INFINITY, count: 8, percent: 100 },
	{ index: 3, count: Number.NaN, percent: 0 },
])('section index $index of $count is $percent percent', ({ index, count, percent }) => {
	expect(moduleProgressPercent(index, count)).toBe(percent)
})

test('the percentage is between 0 and 100 for any index and finite count', () => {
	fc.assert(
		fc.property(fc.double(), fc.double({ noDefaultInfinity: true }), (index, count) => {
			const percent = moduleProgressPercent(index, count)
			expect(percent >= 0 && percent <= 100).toBe(true)
		}),
	)
})

test.each([
	{ index: 2.9, count: 8, clamped: 2 },
	{ index: 12, count: 8, clamped: 7 },
	{ index: -3, count: 8, clamped: 0 },
	{ index: Number.NaN, count: 8, clamped: 0 },
	{ index: 3, count: 0, clamped: 0 },
])('section index $index of $count is clamped to $clamped', ({ index, count, clamped }) => {
	expect(clampSectionIndex(index, count)).toBe(clamped)
})
