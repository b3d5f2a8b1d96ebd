import { expect, test } from 'vitest'

import { formatMoney, formatPrice } from './money.ts'

test.each([
	[0, '$0.00'],
	[5, '$0.05'],
	[3760, '$37.60'],
	[4700, '$47.00'],
	[123_456_789, '$1,234,567.89'],
	[-940, '-$9.40'],
])('%i cents are written %s', (cents, text) => {
	expect(formatMoney(cents)).toBe(text)
})

test.each([
	[0, '$0'],
	[4700, '$47'],
	[3760, '$37.60'],
	[100_000, '$1,000'],
	[100_001, '$1,000.01'],
	[-4700, '-$47'],
])('a price of %i cents reads %s', (cents, text) => {
	expect(formatPrice(cents)).toBe(text)
})
