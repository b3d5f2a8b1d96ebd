import { expect, test } from 'vitest'

import { deriveAccess, deriveOrderStatus, type OrderFacts, toDisplayedOrderStatus } from './order-status.ts'

const facts = (changes: Partial<OrderFacts> = {}): OrderFacts => ({
	totalCents: 3760,
	abandoned: false,
	sessions: [],
	payments: [],
	refunds: [],
	disputes: [],
	...changes,
})
const open = { state: 'open', paymentStatus: 'unpaid' } as const
const expired = { state: 'expired', paymentStatus: 'unpaid' } as const
const waiting = { state: 'complete', paymentStatus: 'unpaid' } as const
const complete = { state: 'complete', paymentStatus: 'paid' } as const
const free = { state: 'complete', paymentStatus: 'no_payment_required' } as const
const pay = (status: 'processing' | 'succeeded' | 'failed') => ({ status, amountCents: 3760 })
const paid = { sessions: [complete], payments: [pay('succeeded')] }
const refund = (status: OrderFacts['refunds'][number]['status'], amountCents: number) => ({ status, amountCents })

test.each<{ what: string; given: Partial<OrderFacts>; status: string }>([
	{ what: 'no checkout yet', given: {}, status: 'pending' },
	{ what: 'an open checkout', given: { sessions: [open] }, status: 'pending' },
	{ what: 'a declined card in an open checkout', given: { sessions: [open], payments: [pay('failed')] }, status: 'pending' },
	{ what: 'an expired checkout', given: { sessions: [expired] }, status: 'expired' },
	{ what: 'an expired checkout after a declined card', given: { sessions: [expired], payments: [pay('failed')] }, status: 'expired' },
	{ what: 'one expired and one open checkout', given: { sessions: [expired, open] }, status: 'pending' },
	{ what: 'an order replaced by a newer one', given: { abandoned: true, sessions: [expired] }, status: 'canceled' },
	{ what: 'an order replaced, yet paid', given: { abandoned: true, ...paid }, status: 'paid' },
	{ what: 'a slow payment under way', given: { sessions: [waiting], payments: [pay('processing')] }, status: 'processing' },
	{ what: 'a complete checkout without a known payment', given: { sessions: [waiting] }, status: 'processing' },
	{ what: 'a slow payment that failed', given: { sessions: [waiting], payments: [pay('failed')] }, status: 'failed' },
	{
		what: 'a failed attempt next to one in progress',
		given: { sessions: [waiting], payments: [pay('failed'), pay('processing')] },
		status: 'processing',
	},
	{ what: 'a payment', given: paid, status: 'paid' },
	{ what: 'a payment in a checkout still reported as open', given: { sessions: [open], payments: [pay('succeeded')] }, status: 'paid' },
	{ what: 'a free order', given: { totalCents: 0, sessions: [free] }, status: 'paid' },
	{
		what: 'an open checkout that needs no payment',
		given: { totalCents: 0, sessions: [{ ...open, paymentStatus: 'no_payment_required' }] },
		status: 'pending',
	},
	{ what: 'a partial refund', given: { ...paid, refunds: [refund('succeeded', 1000)] }, status: 'partially_refunded' },
	{ what: 'a refund one cent short of the total', given: { ...paid, refunds: [refund('succeeded', 3759)] }, status: 'partially_refunded' },
	{
		what: 'a full refund in two parts',
		given: { ...paid, refunds: [refund('succeeded', 1000), refund('succeeded', 2760)] },
		status: 'refunded',
	},
	{ what: 'a pending full refund', given: { ...paid, refunds: [refund('pending', 3760)] }, status: 'refund_pending' },
	{ what: 'a pending partial refund', given: { ...paid, refunds: [refund('pending', 3759)] }, status: 'paid' },
	{
		what: 'one partial refund settled and one pending',
		given: { ...paid, refunds: [refund('succeeded', 1000), refund('pending', 2759)] },
		status: 'partially_refunded',
	},
	{
		what: 'a pending refund of the remainder',
		given: { ...paid, refunds: [refund('succeeded', 1000), refund('requires_action', 2760)] },
		status: 'refund_pending',
	},
	{ what: 'a second payment', given: { ...paid, payments: [pay('succeeded'), pay('succeeded')] }, status: 'paid' },
	{
		what: 'a refunded second payment',
		given: { ...paid, payments: [pay('succeeded'), pay('succeeded')], refunds: [refund('succeeded', 3760)] },
		status: 'paid',
	},
	{
		what: 'two refunded payments',
		given: { ...paid, payments: [pay('succeeded'), pay('succeeded')], refunds: [refund('succeeded', 3760), refund('succeeded', 3760)] },
		status: 'refunded',
	},
	{ what: 'a refund that failed', given: { ...paid, refunds: [refund('failed', 3760)] }, status: 'paid' },
	{ what: 'an inquiry', given: { ...paid, disputes: [{ status: 'warning_needs_response', amountCents: 4700 }] }, status: 'paid' },
	{ what: 'a dispute', given: { ...paid, disputes: [{ status: 'needs_response', amountCents: 4700 }] }, status: 'disputed' },
	{
		what: 'a dispute with an unknown status',
		given: { ...paid, disputes: [{ status: 'under_the_moon', amountCents: 4700 }] },
		status: 'disputed',
	},
	{ what: 'a dispute that was prevented', given: { ...paid, disputes: [{ status: 'prevented', amountCents: 4700 }] }, status: 'paid' },
	{ what: 'a dispute that was won', given: { ...paid, disputes: [{ status: 'won', amountCents: 4700 }] }, status: 'paid' },
	{ what: 'a dispute that was lost', given: { ...paid, disputes: [{ status: 'lost', amountCents: 4700 }] }, status: 'dispute_lost' },
	{
		what: 'a lost dispute under appeal',
		given: { ...paid, disputes: [{ status: 'appeal_under_review', amountCents: 4700 }] },
		status: 'disputed',
	},
	{
		what: 'a lost dispute with a full refund',
		given: { ...paid, refunds: [refund('succeeded', 3760)], disputes: [{ status: 'lost', amountCents: 4700 }] },
		status: 'dispute_lost',
	},
])('$what gives $status', ({ given, status }) => {
	expect(deriveOrderStatus(facts(given))).toBe(status)
})

test.each<{ access: ReturnType<typeof deriveAccess>; statuses: Parameters<typeof deriveAccess>[0][] }>([
	{ access: 'active', statuses: ['paid', 'partially_refunded'] },
	{ access: 'suspended', statuses: ['refund_pending', 'disputed'] },
	{ access: 'revoked', statuses: ['refunded', 'dispute_lost'] },
	{ access: null, statuses: ['pending', 'processing', 'failed', 'expired', 'canceled'] },
])('access is $access for orders that are $statuses', ({ access, statuses }) => {
	expect(statuses.map(deriveAccess)).toEqual(statuses.map(() => access))
})

test('complimentary access is never called paid', () => {
	expect(toDisplayedOrderStatus({ status: 'paid', provider: 'operator', reason: null })).toBe('given')
	expect(toDisplayedOrderStatus({ status: 'refunded', provider: 'operator', reason: null })).toBe('ended')
	expect(toDisplayedOrderStatus({ status: 'paid', provider: 'operator', reason: null, ended: true })).toBe('ended')
	expect(toDisplayedOrderStatus({ status: 'paid', provider: 'stripe', reason: null, ended: true })).toBe('paid')
	expect(toDisplayedOrderStatus({ status: 'pending', provider: 'stripe', reason: 'declined' })).toBe('declined')
})
