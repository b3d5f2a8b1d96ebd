import { expect, test } from 'vitest'

import { sampleSale } from '#server/services/operations/mail-samples/sample-rows.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { receiptMail } from './order-mails.ts'

test('a receipt has the day of the payment, not of the last change, and the notes of its order', async () => {
	const { deps } = await makeTestDeps()
	const { order: sample } = sampleSale(deps.content)
	const order = {
		...sample,
		currency: 'usd',
		subtotal_cents: 4700,
		discount_cents: 0,
		total_cents: 4700,
		discount_code: null,
		livemode: true,
		paid_at: new Date('2026-03-01T12:00:00Z'),
		updated_at: new Date('2026-05-09T12:00:00Z'),
	}
	const textOf = (changes: Partial<typeof sample>, hasInvoice = false) =>
		receiptMail(deps, { ...order, ...changes }, { sessionId: 'cs_1', hasInvoice }).text
	expect(textOf({})).toContain('Paid: $47.00 USD on March 1, 2026')
	const notes = {
		'Code SPRING: -$9.40': { discount_code: 'SPRING', discount_cents: 940, total_cents: 3760 },
		'Test mode: no money moved.': { livemode: false },
		'This payment was refunded.': { status: 'refunded' },
		'Part of this payment was refunded.': { status: 'partially_refunded' },
	} as const
	for (const [note, changes] of Object.entries(notes)) {
		expect(textOf({})).not.toContain(note)
		expect(textOf(changes)).toContain(note)
	}
	expect(textOf({}).includes('Your invoice is on your order page.')).toBe(false)
	expect(textOf({}, true).includes('Your invoice is on your order page.')).toBe(true)
	expect([textOf({}), textOf({ status: 'refunded' })].map((text) => text.includes('to ask for your money back'))).toEqual([true, false])
})
