import { expect, test } from 'vitest'

import { findMismatches } from './match-terms.ts'

const order = { orderRef: 'o1', currency: 'usd', livemode: false, subtotalCents: 4700, discountCents: 940, totalCents: 3760 }
const payment = { id: 'p1', amountCents: 3760, currency: 'usd', status: 'succeeded' }

test('terms that agree give no mismatch, and the amount of a failed try does not matter', () => {
	expect(findMismatches(order, { ...order, payments: [payment, { ...payment, id: 'p2', amountCents: 4700, status: 'failed' }] })).toEqual(
		[],
	)
})

test.each(Object.keys(order) as (keyof typeof order)[])('a different %s is named', (field) => {
	expect(findMismatches(order, { ...order, [field]: null, payments: [] })).toEqual([
		{ field, expected: String(order[field]), told: 'null' },
	])
})

test('a payment of another amount or currency is named', () => {
	expect(findMismatches(order, { ...order, payments: [{ ...payment, amountCents: 3759, currency: 'eur' }] })).toEqual([
		{ field: 'payment p1 amount', expected: '3760', told: '3759' },
		{ field: 'payment p1 currency', expected: 'usd', told: 'eur' },
	])
})
