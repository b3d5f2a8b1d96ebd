import fc from 'fast-check'
import { expect, test } from 'vitest'

import { splitGross } from './split-gross.ts'

test.each([
	{ gross: 0, rate: 1900, net: 0, tax: 0 },
	{ gross: 1, rate: 1900, net: 1, tax: 0 },
	{ gross: 3, rate: 1900, net: 3, tax: 0 },
	{ gross: 4, rate: 1900, net: 3, tax: 1 },
	{ gross: 4700, rate: 0, net: 4700, tax: 0 },
	{ gross: 4700, rate: 1900, net: 3950, tax: 750 },
	{ gross: 3760, rate: 1900, net: 3160, tax: 600 },
	{ gross: 4700, rate: 2100, net: 3884, tax: 816 },
	{ gross: 4700, rate: 550, net: 4455, tax: 245 },
	{ gross: 3, rate: 10_000, net: 2, tax: 1 },
	{ gross: 2_147_483_647, rate: 2700, net: 1_690_932_006, tax: 456_551_641 },
])('$gross cents at $rate basis points contain $tax tax', ({ gross, rate, net, tax }) => {
	expect(splitGross(gross, rate)).toEqual({ netCents: net, taxCents: tax, grossCents: gross })
})

test('net and tax add up to the price, and a higher price never has less tax', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 2_147_483_646 }), fc.integer({ min: 0, max: 10_000 }), (gross, rate) => {
			const { netCents, taxCents } = splitGross(gross, rate)
			expect(netCents + taxCents).toBe(gross)
			// Checks that the net is the nearest cent, using integer arithmetic only.
			expect(Math.abs(2 * (netCents * (10_000 + rate) - gross * 10_000))).toBeLessThanOrEqual(10_000 + rate)
			expect(splitGross(gross + 1, rate).taxCents).toBeGreaterThanOrEqual(taxCents)
		}),
	)
})
