import { expect, test } from 'vitest'

import { formatAmount, roundTicks } from './amount.ts'

test.each([
	{ value: 1200, unit: '$', is: '$1,200' },
	{ value: 7.5, unit: '$', is: '$7.50' },
	{ value: -40, unit: '$', is: '−$40' },
	{ value: 20, unit: '%', is: '20%' },
	{ value: 5, unit: 'h', is: '5 h' },
	{ value: 1.456, unit: undefined, is: '1.46' },
	{ value: 0.0005, unit: undefined, is: '0.0005' },
	{ value: 0, unit: 'visitors', is: '0 visitors' },
	{ value: 1, unit: 'visitors', is: '1 visitor' },
	{ value: 1, unit: 'people', is: '1 person' },
	{ value: 1, unit: 'in 100', is: '1 in 100' },
	{ value: 1.5, unit: 'weeks', is: '1.5 weeks' },
])('$value in $unit is formatted as $is', ({ value, unit, is }) => {
	expect(formatAmount(value, unit)).toBe(is)
})

test.each([
	{ from: 0, to: 12, most: 5, ticks: [0, 5, 10] },
	{ from: 0, to: 100, most: 5, ticks: [0, 25, 50, 75, 100] },
	{ from: -40, to: 60, most: 5, ticks: [-25, 0, 25, 50] },
	{ from: 0, to: 0.3, most: 5, ticks: [0, 0.1, 0.2, 0.3] },
	{ from: 0, to: 1_000_000, most: 3, ticks: [0, 500_000, 1_000_000] },
	{ from: 3, to: 4, most: 2, ticks: [3, 4] },
])('round ticks from $from to $to are $ticks', ({ from, to, most, ticks }) => {
	expect(roundTicks(from, to, most)).toEqual(ticks)
})
