import fc from 'fast-check'
import { expect, test } from 'vitest'

import { mergePayment, mergeSession, type PaymentFacts, type SessionFacts } from './merge-facts.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

/** Successive answers of the provider, each requested at its own time. */
const numbered = <T>(answers: readonly T[]) => answers.map((answer, minute) => ({ ...answer, asOf: at(minute) }))

const session = fc.record({
	state: fc.constantFrom<SessionFacts['state']>('open', 'complete', 'expired'),
	paymentStatus: fc.constantFrom<SessionFacts['paymentStatus']>('unpaid', 'paid'),
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

test('answers about a checkout give the same facts in any order and however often', () => {
	const sorted = fc.array(session, { minLength: 1, maxLength: 5 }).map((list) => numbered(list))
	fc.assert(
		fc.property(inSomeOrder(sorted), ([list, shuffled]) => {
			expect(shuffled.reduce((known, told) => mergeSession(known, told))).toEqual(list.reduce((known, told) => mergeSession(known, told)))
		}),
	)
})

test('answers about a payment give the same facts in any order and however often', () => {
	const sorted = fc.array(payment, { minLength: 1, maxLength: 5 }).map((list) => numbered(list))
	const merge = (list: PaymentFacts[]) => list.reduce((known, told) => mergePayment(known, told))
	fc.assert(
		fc.property(inSomeOrder(sorted), ([list, shuffled]) => {
			expect(merge(shuffled)).toEqual(merge(list))
		}),
	)
})

test('a checkout that was paid stays paid, also against a later answer that says less', () => {
	const known = { state: 'complete', paymentStatus: 'paid', asOf: at(1) } as const
	expect(mergeSession(known, { state: 'open', paymentStatus: 'unpaid', asOf: at(9) })).toEqual({ ...known, asOf: at(9) })
})

test('a failed try is forgotten once the payment succeeds', () => {
	const failed = { status: 'failed', paidAt: null, failureCode: 'card_declined', asOf: at(9) } as const
	const succeeded = { status: 'succeeded', paidAt: at(3), failureCode: null, asOf: at(3) } as const
	expect(mergePayment(failed, succeeded)).toEqual({ ...succeeded, asOf: at(9) })
})
