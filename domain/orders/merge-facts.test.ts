import fc from 'fast-check'
import { expect, test } from 'vitest'

import { mergePayment, mergeCheckout, type PaymentFacts, replacesFact, type CheckoutFacts } from './merge-facts.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

/** Consecutive provider responses, requested a minute apart. */
const numbered = <T>(answers: readonly T[]) => answers.map((answer, minute) => ({ ...answer, asOf: at(minute) }))

const session = fc.record({
	state: fc.constantFrom<CheckoutFacts['state']>('open', 'complete', 'expired'),
	paymentStatus: fc.constantFrom<CheckoutFacts['paymentStatus']>('unpaid', 'paid'),
})
const payment = fc.oneof(
	fc.record({
		status: fc.constantFrom('processing' as const, 'failed' as const),
		paidAt: fc.constant(null),
		failureCode: fc.constantFrom(null, 'card_declined'),
	}),
	fc.record({ status: fc.constant('succeeded' as const), paidAt: fc.integer({ min: 0, max: 5 }).map(at), failureCode: fc.constant(null) }),
)

const inSomeOrder = <T>(answers: fc.Arbitrary<T[]>) =>
	answers.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })))

test('checkout answers merge to the same facts in any order and number', () => {
	const sorted = fc.array(session, { minLength: 1, maxLength: 5 }).map((list) => numbered(list))
	fc.assert(
		fc.property(inSomeOrder(sorted), ([list, shuffled]) => {
			expect(shuffled.reduce((known, reported) => mergeCheckout(known, reported))).toEqual(
				list.reduce((known, reported) => mergeCheckout(known, reported)),
			)
		}),
	)
})

test('payment answers merge to the same facts in any order and number', () => {
	const sorted = fc.array(payment, { minLength: 1, maxLength: 5 }).map((list) => numbered(list))
	const merge = (list: PaymentFacts[]) => list.reduce((known, reported) => mergePayment(known, reported))
	fc.assert(
		fc.property(inSomeOrder(sorted), ([list, shuffled]) => {
			expect(merge(shuffled)).toEqual(merge(list))
		}),
	)
})

test('a paid checkout stays paid, despite a later answer with less', () => {
	const known = { state: 'complete', paymentStatus: 'paid', asOf: at(1) } as const
	expect(mergeCheckout(known, { state: 'open', paymentStatus: 'unpaid', asOf: at(9) })).toEqual({ ...known, asOf: at(9) })
})

test('a failed attempt is forgotten once the payment succeeds', () => {
	const failed = { status: 'failed', paidAt: null, failureCode: 'card_declined', asOf: at(9) } as const
	const succeeded = { status: 'succeeded', paidAt: at(3), failureCode: null, asOf: at(3) } as const
	expect(mergePayment(failed, succeeded)).toEqual({ ...succeeded, asOf: at(9) })
})

test.each<{ known: CheckoutFacts['state']; reported: CheckoutFacts['state']; state: CheckoutFacts['state'] }>([
	{ known: 'open', reported: 'open', state: 'open' },
	{ known: 'open', reported: 'expired', state: 'expired' },
	{ known: 'expired', reported: 'open', state: 'expired' },
	{ known: 'complete', reported: 'expired', state: 'complete' },
	{ known: 'expired', reported: 'complete', state: 'complete' },
])('a checkout that is $known and reported as $reported becomes $state, in any order', ({ known, reported, state }) => {
	for (const [first, second] of [
		[1, 2],
		[2, 1],
	] as const) {
		const merged = mergeCheckout(
			{ state: known, paymentStatus: 'unpaid', asOf: at(first) },
			{ state: reported, paymentStatus: 'unpaid', asOf: at(second) },
		)
		expect(merged).toEqual({ state, paymentStatus: 'unpaid', asOf: at(2) })
	}
})

test('if two payment answers have the same time, the one read last wins', () => {
	const processing = { status: 'processing', paidAt: null, failureCode: null, asOf: at(1) } as const
	const failed = { status: 'failed', paidAt: null, failureCode: 'card_declined', asOf: at(1) } as const
	expect(mergePayment(processing, failed)).toEqual(failed)
	expect(mergePayment(failed, processing)).toEqual(processing)
})

test('a payment that succeeded at an unknown time has no time', () => {
	const succeeded = { status: 'succeeded', paidAt: null, failureCode: null, asOf: at(1) } as const
	expect(mergePayment(succeeded, succeeded)).toEqual(succeeded)
	expect(mergePayment(succeeded, { ...succeeded, paidAt: at(1) }).paidAt).toEqual(at(1))
})

test.each<{ known: string; reported: string; asked: 'before' | 'at once' | 'later'; is: boolean }>([
	{ known: 'succeeded', reported: 'pending', asked: 'later', is: true },
	{ known: 'pending', reported: 'succeeded', asked: 'before', is: false },
	{ known: 'pending', reported: 'succeeded', asked: 'at once', is: true },
	{ known: 'pending', reported: 'requires_action', asked: 'at once', is: true },
	{ known: 'requires_action', reported: 'pending', asked: 'at once', is: false },
	{ known: 'requires_action', reported: 'succeeded', asked: 'at once', is: true },
	{ known: 'succeeded', reported: 'requires_action', asked: 'at once', is: false },
	{ known: 'succeeded', reported: 'failed', asked: 'at once', is: true },
	{ known: 'failed', reported: 'succeeded', asked: 'at once', is: false },
	{ known: 'canceled', reported: 'succeeded', asked: 'at once', is: false },
	{ known: 'pending', reported: 'pending', asked: 'at once', is: true },
	// Dispute statuses have no order.
	{ known: 'needs_response', reported: 'under_review', asked: 'at once', is: true },
	{ known: 'under_review', reported: 'needs_response', asked: 'at once', is: true },
])('$reported replaces $known (asked $asked): $is', ({ known, reported, asked, is }) => {
	const toldAt = { before: at(4), 'at once': at(5), later: at(6) }[asked]
	expect(replacesFact({ status: reported, asOf: toldAt }, { status: known, asOf: at(5) })).toBe(is)
})
