import { expect, test } from 'vitest'

import { decimalOf, formatMoney, formatPrice, parseAmount } from './money.ts'

test.each([
	[0, '$0.00'],
	[5, '$0.05'],
	[3760, '$37.60'],
	[4700, '$47.00'],
	[123_456_789, '$1,234,567.89'],
	[-940, '-$9.40'],
])('%i cents are formatted as %s', (cents, text) => {
	expect(formatMoney(cents, 'usd')).toBe(text)
})

test.each([
	[0, '$0'],
	[4700, '$47'],
	[3760, '$37.60'],
	[100_000, '$1,000'],
	[100_001, '$1,000.01'],
	[-4700, '-$47'],
])('a price of %i cents is formatted as %s', (cents, text) => {
	expect(formatPrice(cents, 'USD')).toBe(text)
})

test.each([
	[3760, 'USD', '37.60'],
	[5, 'eur', '0.05'],
	[-940, 'EUR', '-9.40'],
	[0, 'USD', '0.00'],
	[4700, 'JPY', '4700'],
	[0, 'JPY', '0'],
	[14_305, 'KWD', '14.305'],
	[7, 'KWD', '0.007'],
])('%i in the smallest unit of %s is %s', (amount, currency, text) => {
	expect(decimalOf(amount, currency)).toBe(text)
})

test.each([
	[4700, 'eur', '€47.00', '€47'],
	[4750, 'GBP', '£47.50', '£47.50'],
	[4700, 'JPY', '¥4,700', '¥4,700'],
	[14_305, 'KWD', 'KWD\u00A014.305', 'KWD\u00A014.305'],
	[47_000, 'KWD', 'KWD\u00A047.000', 'KWD\u00A047'],
	[-4700, 'CHF', '-CHF\u00A047.00', '-CHF\u00A047'],
])('%i in the smallest unit of %s is %s, and as a price %s', (amount, currency, money, price) => {
	expect([formatMoney(amount, currency), formatPrice(amount, currency)]).toEqual([money, price])
})

test.each([
	['47.00', 'USD', 4700],
	['47', 'USD', 4700],
	['47.5', 'USD', 4750],
	['39,5', 'EUR', 3950],
	['1,234.5', 'USD', 123_450],
	['14.30', 'KWD', 14_300],
	[' 0.59 ', 'usd', 59],
	// Floating-point multiplication of these by 100 doesn't give integers.
	['19.99', 'USD', 1999],
	['1.15', 'EUR', 115],
	['999999999.99', 'USD', 99_999_999_999],
	['4700', 'JPY', 4700],
	['14.305', 'KWD', 14_305],
	['14', 'KWD', 14_000],
	['89,50', 'EUR', 8950],
	['1,234.50', 'USD', 123_450],
	['1.234,50', 'EUR', 123_450],
	['1,234,567', 'USD', 123_456_700],
	['1.234.567,89', 'EUR', 123_456_789],
	['4,700', 'JPY', 4700],
	['4.700', 'JPY', 4700],
	['1.234,500', 'KWD', 1_234_500],
])('%j in %s is parsed as %d in its smallest unit', (typed, currency, amount) => {
	expect(parseAmount(typed, currency)).toBe(amount)
})

test.each([
	...[
		'',
		'.',
		'47.',
		'.59',
		'47.505',
		'47.000',
		'47,000',
		'1,234',
		'1.234',
		'1,234,50',
		'1,23,456.00',
		'1,234,567,890.00',
		'1e3',
		'0x2f',
		'-47.00',
		'+47',
		'$47',
		'４７',
		'free',
		'4 7',
		'1000000000',
	].map((typed) => [typed, 'USD'] as const),
	['47.00', 'JPY'],
	['14.3055', 'KWD'],
	['14,30', 'KWD'],
	['14,305', 'KWD'],
] as const)('%j is not a valid amount in %s', (typed, currency) => {
	expect(parseAmount(typed, currency)).toBeNull()
})
