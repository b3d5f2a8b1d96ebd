export type CheckoutFacts = {
	state: 'open' | 'complete' | 'expired'
	paymentStatus: 'unpaid' | 'paid' | 'no_payment_required'
	asOf: Date
}

export type PaymentFacts = {
	status: 'processing' | 'succeeded' | 'failed'
	paidAt: Date | null
	failureCode: string | null
	asOf: Date
}

const later = (one: Date, other: Date) => (one.getTime() >= other.getTime() ? one : other)

/**
 * Merges two provider responses about a checkout, in any order. An ended checkout stays ended and a paid one stays paid, because a response
 * that was requested earlier may be processed later.
 */
export function mergeCheckout(known: CheckoutFacts, reported: CheckoutFacts): CheckoutFacts {
	const answers = [known, reported]
	const ended = answers.find(({ state }) => state === 'complete') ?? answers.find(({ state }) => state === 'expired')
	const settled = answers.find(({ paymentStatus }) => paymentStatus !== 'unpaid')
	return { state: ended?.state ?? 'open', paymentStatus: settled?.paymentStatus ?? 'unpaid', asOf: later(known.asOf, reported.asOf) }
}

/** Merges two responses about a payment. A succeeded payment stays succeeded, at the earliest time it was reported. */
export function mergePayment(known: PaymentFacts, reported: PaymentFacts): PaymentFacts {
	const newest = reported.asOf.getTime() >= known.asOf.getTime() ? reported : known
	const succeeded = [known, reported].filter(({ status }) => status === 'succeeded')
	const asOf = later(known.asOf, reported.asOf)
	if (succeeded.length === 0) return { ...newest, asOf }
	const paidTimes = succeeded.flatMap(({ paidAt }) => (paidAt ? [paidAt] : [])).toSorted((a, b) => a.getTime() - b.getTime())
	return { status: 'succeeded', paidAt: paidTimes[0] ?? null, failureCode: null, asOf }
}

/** Rank of refund states, in the order in which they occur. `failed` and `canceled` share one, because neither follows the other. */
const REFUND_RANK: Readonly<Record<string, number>> = { pending: 0, requires_action: 1, succeeded: 2, failed: 3, canceled: 3 }

/**
 * True if a response replaces the known one. Refunds and disputes may change back and forth, so the later request wins. If both were
 * requested at the same time, the higher rank wins; without a difference in rank, the new response.
 */
export const replacesFact = (reported: { status: string; asOf: Date }, known: { status: string; asOf: Date }): boolean =>
	reported.asOf.getTime() === known.asOf.getTime()
		? (REFUND_RANK[reported.status] ?? 0) >= (REFUND_RANK[known.status] ?? 0)
		: reported.asOf.getTime() > known.asOf.getTime()
