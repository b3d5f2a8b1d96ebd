import { expect, test } from 'vitest'

import {
	describeBusinessDays,
	describeMeter,
	describeReasons,
	describeReasonsForOperators,
	openedShare,
	refundConditions,
	refundConditionsForOperators,
} from './describe-refund.ts'
import type { RefundPolicy } from './refund-policy.ts'

/** Every figure differs from the current policy's, because an old order must be described by its own policy. */
const policy: RefundPolicy = {
	version: '1999-01-01',
	windowDays: 61,
	shareLimitPercent: 25,
	withdrawalDays: 7,
	businessDays: { from: 2, to: 3 },
}

test('the text contains the policy’s figures', () => {
	expect(describeBusinessDays(policy)).toBe('2-3 business days')
	expect(refundConditions(policy)).toBe(
		'you have opened less than 25% of the course since you paid and have not downloaded a paid template',
	)
})

test('each refusal reason has its sentence', () => {
	expect(describeReasons(policy)).toEqual({
		not_paid: 'This order hasn’t been paid yet.',
		nothing_paid: 'This order cost nothing, so there’s nothing to send back.',
		already_refunded: 'The money for this order has already been sent back, or is on its way.',
		dispute_open: 'Your bank is reviewing this payment. Until it decides, the bank holds the money and we can’t send it back.',
		deadline_passed: 'The 61 days to ask for a refund are over.',
		content_accessed: 'You have opened 25% or more of the sections since you paid.',
		template_downloaded: 'A paid template was downloaded with this order.',
		withdrawal_over: 'The 7 days of the right of withdrawal are over.',
		withdrawal_waived:
			'You asked for immediate access when you paid and have used the course since, so your right of withdrawal has ended.',
	})
})

test('operators read the same about the learner', () => {
	expect(describeReasonsForOperators(policy).content_accessed).toBe('The learner has opened 25% or more of the lessons since paying.')
	const texts = [...Object.values(describeReasonsForOperators(policy)), refundConditionsForOperators(policy)]
	expect(texts.filter((text) => /\b(?:you|your)\b/i.test(text))).toEqual([])
})

test.each([
	{ total: 40, first: 10 },
	{ total: 41, first: 11 },
	{ total: 43, first: 11 },
	{ total: 44, first: 11 },
])('opening section $first of $total is too many', ({ total, first }) => {
	expect(describeMeter(policy, total)).toBe(
		`What you read before paying never counts. To keep the guarantee, open fewer than ${first} of ${total} sections.`,
	)
})

test.each([1, 2, 4])('if opening any of %i sections is too many, the text says so', (total) => {
	expect(describeMeter(policy, total)).toBe(
		'What you read before paying never counts. The guarantee ends when you open a section after paying.',
	)
})

test('two of five sections are too many', () => {
	expect(describeMeter(policy, 5)).toContain('open fewer than 2 of 5 sections')
})

test.each([
	{ opened: 0, total: 40, share: 0 },
	{ opened: 8, total: 40, share: 20 },
	{ opened: 1, total: 3, share: 33.3 },
	{ opened: 1996, total: 10_000, share: 19.9 },
	{ opened: 1, total: 1, share: 100 },
	{ opened: 0, total: 0, share: 0 },
	{ opened: 2, total: 0, share: 0 },
])('$opened of $total sections is $share %', ({ opened, total, share }) => {
	expect(openedShare(opened, total)).toBe(share)
})
