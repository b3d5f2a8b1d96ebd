import { expect, test } from 'vitest'

import { content } from '#content/loaded.server.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'

const { offers, fillPromises } = content

test('a text is filled with the offer’s and refund policy’s figures, and other placeholders stay', () => {
	expect(fillPromises('{price} instead of {regularPrice}; {discountCode} takes {discount} off, {firstName}. {ModulesInWords} weeks.')).toBe(
		'$47 instead of $197; LAUNCH1 takes 20% off, {firstName}. Eight weeks.',
	)
	expect(fillPromises('{guaranteeDays} days, less than {guaranteeShare}, {refundTime}')).toBe('30 days, less than 20%, 5-10 business days')
})

test('the guarantee seal matches the refund policy', () => {
	for (const { guaranteeDays } of offers) expect(guaranteeDays).toBe(currentRefundPolicy.windowDays)
})
