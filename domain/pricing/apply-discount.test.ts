import fc from 'fast-check'
import { expect, test } from 'vitest'

import { applyDiscount } from './apply-discount.ts'

test.each([
	{ subtotal: 4700, off: { percent: 20 }, discount: 940, total: 3760 },
	{ subtotal: 4700, off: { percent: 100 }, discount: 4700, total: 0 },
	{ subtotal: 4700, off: { amountCents: 500 }, discount: 500, total: 4200 },
	{ subtotal: 4700, off: { amountCents: 9900 }, discount: 4700, total: 0 },
	{ subtotal: 4700, off: null, discount: 0, total: 4700 },
	{ subtotal: 99, off: { percent: 50 }, discount: 50, total: 49 },
	{ subtotal: 1999, off: { percent: 33 }, discount: 660, total: 1339 },
])('$subtotal cents with $off become $total', ({ subtotal, off, discount, total }) => {
	expect(applyDiscount(subtotal, off)).toEqual({ subtotalCents: subtotal, discountCents: discount, totalCents: total })
})

test('a discount never makes a price negative or higher, and the parts add up', () => {
	const off = fc.oneof(
		fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
		fc.record({ amountCents: fc.integer({ min: 1, max: 10_000_000 }) }),
	)
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 5_000_000 }), off, (subtotal, discount) => {
			const { discountCents, totalCents } = applyDiscount(subtotal, discount)
			expect(totalCents).toBeGreaterThanOrEqual(0)
			expect(discountCents).toBeGreaterThanOrEqual(0)
			expect(discountCents + totalCents).toBe(subtotal)
		}),
	)
})
