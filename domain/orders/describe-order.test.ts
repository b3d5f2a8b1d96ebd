import { expect, test } from 'vitest'

import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'

import { ACCESS_EXPLANATIONS, ORDER_STATUS_WORDS } from './describe-order.ts'

test('each payment status has a label', () => {
	const labels = Object.entries(ORDER_STATUS_WORDS).map(([status, { label }]) => [status, label])
	expect(Object.fromEntries(labels)).toEqual({
		verifying: 'Not paid',
		processing: 'Payment in progress',
		paid: 'Paid',
		failed: 'Payment failed',
		expired: 'Expired',
		canceled: 'Canceled',
		unknown: 'Unknown',
		refunded: 'Refunded',
		partially_refunded: 'Partly refunded',
		refund_pending: 'Refund approved',
		disputed: 'Disputed',
		dispute_lost: 'Returned by the bank',
	})
})

test('each payment status has its own sentence', () => {
	const texts = Object.values(ORDER_STATUS_WORDS).map(({ text }) => text)
	for (const text of texts) expect(text).toMatch(/^[A-Z].+\.$/)
	expect(new Set(texts).size).toBe(texts.length)
})

test('exactly the orders without a charge say so', () => {
	const uncharged = Object.entries(ORDER_STATUS_WORDS).filter(([, { text }]) => /nothing was charged/i.test(text))
	expect(uncharged.map(([status]) => status).toSorted()).toEqual(['canceled', 'expired', 'failed'])
})

test('a pending refund names the refund policy’s days', () => {
	const { from, to } = currentRefundPolicy.businessDays
	for (const status of ['refunded', 'refund_pending'] as const)
		expect(ORDER_STATUS_WORDS[status].text).toContain(`${from}-${to} business days`)
})

test('each access state is described', () => {
	expect(ACCESS_EXPLANATIONS).toEqual({
		active: 'Open: the templates, tools and certificate are yours.',
		suspended: 'Paused until the payment is settled.',
		ended: 'Ended. Your progress, notes and certificates are saved. To continue where you stopped, buy the course.',
		revoked: 'Ended, because the payment was returned.',
		none: 'Not opened yet.',
	})
})
