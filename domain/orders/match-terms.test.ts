// asvs V2.2.3
import { expect, test } from 'vitest'

import { findMismatches } from './match-terms.ts'

const order = { orderRef: 'o1', currency: 'usd', isLive: false, subtotalCents: 4700, discountCents: 940, totalCents: 3760 }
const payment = { id: 'p1', amountCents: 3760, currency: 'usd', status: 'succeeded' }

test('matching terms give no mismatch, and a failed attempt’s amount is ignored', () => {
	expect(
		findMismatches(order, { ...order, payments: [payment, { ...payment, id: 'p2', amountCents: 4700, status: 'failed' }], refunds: [] }),
	).toEqual([])
})

test.each(Object.keys(order) as (keyof typeof order)[])('a different %s is reported', (field) => {
	expect(findMismatches(order, { ...order, [field]: null, payments: [], refunds: [] })).toEqual([
		{ field, expected: String(order[field]), reported: 'null' },
	])
})

test('a payment with another amount or currency is reported', () => {
	expect(findMismatches(order, { ...order, payments: [{ ...payment, amountCents: 3759, currency: 'eur' }], refunds: [] })).toEqual([
		{ field: 'payment p1 amount', expected: '3760', reported: '3759' },
		{ field: 'payment p1 currency', expected: 'usd', reported: 'eur' },
	])
})

test.each([
	{ what: 'two refunds that fit', parts: [1000, 2760], status: 'succeeded', reported: null },
	{ what: 'two refunds of a cent too much', parts: [1000, 2761], status: 'pending', reported: '3761' },
	{ what: 'a failed refund of any amount', parts: [9999], status: 'failed', reported: null },
	{ what: 'a canceled refund of any amount', parts: [9999], status: 'canceled', reported: null },
])('refunds are compared with their payment: $what, $reported', ({ parts, status, reported }) => {
	const refunds = parts.map((amountCents, index) => ({ id: `r${index}`, paymentId: 'p1', amountCents, currency: 'usd', status }))
	expect(findMismatches(order, { ...order, payments: [payment], refunds })).toEqual(
		reported === null ? [] : [{ field: 'refunds of p1', expected: 'at most 3760', reported }],
	)
})

test('a refund in another currency is reported', () => {
	const refund = { id: 'r1', paymentId: 'p1', amountCents: 1, currency: 'eur', status: 'succeeded' }
	expect(findMismatches(order, { ...order, payments: [payment], refunds: [refund] })).toEqual([
		{ field: 'refund r1 currency', expected: 'usd', reported: 'eur' },
	])
})

test('refunds are checked per payment', () => {
	const payments = [payment, { ...payment, id: 'p2' }]
	const refund = { id: 'r1', paymentId: 'p1', amountCents: 3760, currency: 'usd', status: 'succeeded' }
	const other = { ...refund, id: 'r2', paymentId: 'p2' }
	expect(findMismatches(order, { ...order, payments, refunds: [refund, other] })).toEqual([])
	expect(findMismatches(order, { ...order, payments, refunds: [refund, { ...other, paymentId: 'p1' }] })).toEqual([
		{ field: 'refunds of p1', expected: 'at most 3760', reported: '7520' },
	])
})
