import { expect, test } from 'vitest'

import { checkDiscount, type Discount, type DiscountAttempt } from './check-discount.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const discount: Discount = {
	code: 'LAUNCH1',
	off: { percent: 20 },
	offerCodes: ['dim'],
	startsAt: null,
	expiresAt: NOON,
	totalLimit: 5,
	perEmailLimit: 1,
}
const attempt: DiscountAttempt = { productCode: 'dim', uses: 4, usesByEmail: 0, now: new Date(NOON.getTime() - 1) }

test('a code within its limits is allowed, including the last use and last millisecond', () => {
	expect(checkDiscount(discount, attempt)).toEqual({ allowed: true })
})

test('a code without limits is allowed however often it was used', () => {
	const endless = { ...discount, expiresAt: null, totalLimit: null, perEmailLimit: null }
	expect(checkDiscount(endless, { ...attempt, uses: 1_000_000, usesByEmail: 9, now: new Date('2999-01-01') })).toEqual({ allowed: true })
})

test.each<{ change: Partial<DiscountAttempt>; reason: string }>([
	{ change: { productCode: 'mug' }, reason: 'wrong-product' },
	{ change: { now: NOON }, reason: 'expired' },
	{ change: { usesByEmail: 1 }, reason: 'already-used' },
	{ change: { uses: 5 }, reason: 'used-up' },
])('$change is refused as $reason', ({ change, reason }) => {
	expect(checkDiscount(discount, { ...attempt, ...change })).toEqual({ allowed: false, reason })
})

test('a code that hasn’t started is refused for any product, until its first instant', () => {
	const planned = { ...discount, expiresAt: null, startsAt: NOON }
	for (const productCode of ['dim', 'mug'])
		expect(checkDiscount(planned, { ...attempt, productCode })).toEqual({ allowed: false, reason: 'not-started' })
	expect(checkDiscount(planned, { ...attempt, now: NOON })).toEqual({ allowed: true })
})
