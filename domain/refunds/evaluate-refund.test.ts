import { expect, test } from 'vitest'

import { evaluateRefund, mayStillWithdraw, type RefundFacts, type RefundKind, type RefundReason } from './evaluate-refund.ts'
import { currentRefundPolicy, findRefundPolicy } from './refund-policy.ts'

const policy = findRefundPolicy('2026-11-20')
const at = Date.parse
const facts = (changes: Partial<RefundFacts> = {}): RefundFacts => ({
	paidAtMs: at('2026-11-20T10:00:00Z'),
	requestedAtMs: at('2026-11-21T10:00:00Z'),
	paidCents: 3760,
	refundedCents: 0,
	hasOpenDispute: false,
	sectionsOpened: 3,
	sectionsTotal: 40,
	firstDownloadAtMs: null,
	waivedAtMs: at('2026-11-20T10:00:00Z'),
	...changes,
})
const LAST = at('2026-12-20T23:59:59.999Z')
const LAST_TO_WITHDRAW = at('2026-12-04T23:59:59.999Z')

test.each<{ what: string; kind?: RefundKind; given: Partial<RefundFacts>; reasons: RefundReason[] }>([
	{ what: 'asked a day later, with a few sections opened', given: {}, reasons: [] },
	{ what: 'asked at the moment of payment', given: { requestedAtMs: at('2026-11-20T10:00:00Z') }, reasons: [] },
	{ what: 'the last millisecond of the 30th day', given: { requestedAtMs: LAST }, reasons: [] },
	{ what: 'the first millisecond after it', given: { requestedAtMs: LAST + 1 }, reasons: ['deadline_passed'] },
	{ what: 'nothing opened', given: { sectionsOpened: 0 }, reasons: [] },
	{ what: '7 of 40 sections', given: { sectionsOpened: 7 }, reasons: [] },
	{ what: '8 of 40 sections, 20 % exactly', given: { sectionsOpened: 8 }, reasons: ['content_accessed'] },
	{ what: '6 of 33 sections', given: { sectionsOpened: 6, sectionsTotal: 33 }, reasons: [] },
	{ what: '7 of 33 sections', given: { sectionsOpened: 7, sectionsTotal: 33 }, reasons: ['content_accessed'] },
	{ what: 'a course without sections', given: { sectionsOpened: 0, sectionsTotal: 0 }, reasons: [] },
	{ what: 'one template downloaded', given: { firstDownloadAtMs: at('2026-11-20T10:00:01Z') }, reasons: ['template_downloaded'] },
	{
		what: 'every reason to refuse',
		given: { requestedAtMs: LAST + 1, sectionsOpened: 40, firstDownloadAtMs: LAST },
		reasons: ['deadline_passed', 'content_accessed', 'template_downloaded'],
	},
	{ what: 'nothing paid yet', given: { paidAtMs: null }, reasons: ['not_paid'] },
	{ what: 'a free order', given: { paidCents: 0 }, reasons: ['nothing_paid'] },
	{ what: 'a negative order', given: { paidCents: -1 }, reasons: ['nothing_paid'] },
	{ what: 'more than fully refunded', given: { refundedCents: 3761 }, reasons: ['already_refunded'] },
	{ what: 'fully refunded', given: { refundedCents: 3760 }, reasons: ['already_refunded'] },
	{ what: 'an open dispute', given: { hasOpenDispute: true }, reasons: ['dispute_open'] },
	{
		what: 'withdrawn without a waiver, everything read and downloaded',
		kind: 'withdrawal',
		given: { waivedAtMs: null, sectionsOpened: 40, firstDownloadAtMs: LAST },
		reasons: [],
	},
	{ what: 'withdrawn with a waiver and nothing used', kind: 'withdrawal', given: { sectionsOpened: 0 }, reasons: [] },
	{ what: 'withdrawn with a waiver and a little used: our promise holds', kind: 'withdrawal', given: {}, reasons: [] },
	{
		what: 'withdrawn with a waiver and a template',
		kind: 'withdrawal',
		given: { sectionsOpened: 0, firstDownloadAtMs: LAST_TO_WITHDRAW },
		reasons: ['withdrawal_waived', 'template_downloaded'],
	},
	{
		what: 'withdrawn with a waiver and a fifth of it read',
		kind: 'withdrawal',
		given: { sectionsOpened: 8 },
		reasons: ['withdrawal_waived', 'content_accessed'],
	},
	{
		what: 'withdrawn too late for everything with a waiver and nothing used',
		kind: 'withdrawal',
		given: { sectionsOpened: 0, requestedAtMs: LAST + 1 },
		reasons: ['withdrawal_over', 'deadline_passed'],
	},
	{
		what: 'withdrawn in the last millisecond without a waiver',
		kind: 'withdrawal',
		given: { waivedAtMs: null, sectionsOpened: 40, requestedAtMs: LAST_TO_WITHDRAW },
		reasons: [],
	},
	{
		what: 'withdrawn a millisecond later',
		kind: 'withdrawal',
		given: { waivedAtMs: null, sectionsOpened: 40, requestedAtMs: LAST_TO_WITHDRAW + 1 },
		reasons: ['withdrawal_over', 'content_accessed'],
	},
	{ what: 'withdrawn under a dispute', kind: 'withdrawal', given: { waivedAtMs: null, hasOpenDispute: true }, reasons: ['dispute_open'] },
])('$what: $reasons', ({ kind = 'promise', given, reasons }) => {
	const decision = evaluateRefund(kind, facts(given), policy)
	expect(decision).toEqual({
		outcome: reasons.length === 0 ? 'granted' : 'refused',
		reasons,
		amountCents: reasons.length === 0 ? 3760 : 0,
		policyVersion: '2026-11-20',
	})
})

test('money already refunded isn’t refunded again, down to the last cent', () => {
	expect(evaluateRefund('promise', facts({ refundedCents: 3759 }), policy).amountCents).toBe(1)
	expect(evaluateRefund('promise', facts({ refundedCents: 1000 }), policy).amountCents).toBe(2760)
})

test('the withdraw button is shown until the legal period ends', () => {
	expect(mayStillWithdraw(facts({ requestedAtMs: LAST_TO_WITHDRAW }), policy)).toBe(true)
	expect(mayStillWithdraw(facts({ requestedAtMs: LAST_TO_WITHDRAW + 1 }), policy)).toBe(false)
	expect(mayStillWithdraw(facts({ paidAtMs: null }), policy)).toBe(false)
	expect(mayStillWithdraw(facts({ paidAtMs: null, requestedAtMs: 0 }), policy)).toBe(false)
})

test('an unknown version throws, and the current one is found', () => {
	expect(() => findRefundPolicy('1999-01-01')).toThrow('no refund policy')
	expect(findRefundPolicy(currentRefundPolicy.version)).toBe(currentRefundPolicy)
})

test('the policy of 2026-11-20 never changes', () => {
	expect(policy).toEqual({
		version: '2026-11-20',
		windowDays: 30,
		shareLimitPercent: 20,
		withdrawalDays: 14,
		businessDays: { from: 5, to: 10 },
	})
})
