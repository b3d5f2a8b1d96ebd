export type SessionFacts = {
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
 * Two answers about one checkout, in any order, to one. A checkout that ended stays ended and one that was paid stays
 * paid: an answer that was asked for earlier but read later must not be lost. Everything else: the later question wins.
 */
export function mergeSession(known: SessionFacts, told: SessionFacts): SessionFacts {
	const newest = told.asOf.getTime() >= known.asOf.getTime() ? told : known
	const ended =
		[newest, known, told].find(({ state }) => state === 'complete') ?? [newest, known, told].find(({ state }) => state === 'expired')
	const settled = [known, told].find(({ paymentStatus }) => paymentStatus !== 'unpaid')
	return { state: ended?.state ?? 'open', paymentStatus: settled?.paymentStatus ?? 'unpaid', asOf: later(known.asOf, told.asOf) }
}

/** Two answers about one payment to one. A payment that succeeded stays succeeded, from the first moment anyone saw it. */
export function mergePayment(known: PaymentFacts, told: PaymentFacts): PaymentFacts {
	const newest = told.asOf.getTime() >= known.asOf.getTime() ? told : known
	const succeeded = [known, told].filter(({ status }) => status === 'succeeded')
	const asOf = later(known.asOf, told.asOf)
	if (succeeded.length === 0) return { ...newest, asOf }
	const paidTimes = succeeded.flatMap(({ paidAt }) => (paidAt ? [paidAt] : [])).toSorted((a, b) => a.getTime() - b.getTime())
	return { status: 'succeeded', paidAt: paidTimes[0] ?? null, failureCode: null, asOf }
}
