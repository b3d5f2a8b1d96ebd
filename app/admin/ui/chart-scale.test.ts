import { expect, test } from 'vitest'

import { formatTick, roundScale } from './chart-scale.ts'

test.each([
	[0, 0, [0, 1]],
	[1, 0, [0, 1]],
	[3, 0, [0, 1, 2, 3]],
	[47, 0, [0, 10, 20, 30, 40, 50]],
	[100, 0, [0, 20, 40, 60, 80, 100]],
	[101, 0, [0, 50, 100, 150]],
	[210, 0, [0, 50, 100, 150, 200, 250]],
	[8200, 0, [0, 2000, 4000, 6000, 8000, 10_000]],
	[80, -15, [-20, 0, 20, 40, 60, 80]],
	[0, -47, [-50, -40, -30, -20, -10, 0]],
])('the axis from %d, with %d as the least, has round ticks', (most, least, values) => {
	expect(roundScale(most, least).map((value) => value + 0)).toEqual(values)
})

test.each([
	[0, null, '0'],
	[1500, null, '1.5k'],
	[2_000_000, null, '2M'],
	[0, 'usd', '$0'],
	[50_000, 'usd', '$500'],
	[120_000, 'usd', '$1.2k'],
	[-1_000_000, 'usd', '-$10k'],
	[4700, 'jpy', '¥4.7k'],
])('%d of %s is %s on the axis', (amount, currency, text) => {
	expect(formatTick(amount, currency)).toBe(text)
})
