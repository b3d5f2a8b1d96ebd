export type OrderTerms = {
	orderRef: string
	currency: string
	isLive: boolean
	subtotalCents: number
	discountCents: number
	totalCents: number
}

export type ReportedTerms = { [K in keyof OrderTerms]: OrderTerms[K] | null } & {
	payments: readonly { id: string; amountCents: number; currency: string; status: string }[]
	refunds: readonly { id: string; paymentId: string; amountCents: number; currency: string; status: string }[]
}

export type Mismatch = { field: string; expected: string; reported: string }

/** Finds refunds in another currency, and refunds that exceed their payment in total. */
function findRefundMismatches(currency: string, { payments, refunds }: Pick<ReportedTerms, 'payments' | 'refunds'>): Mismatch[] {
	const live = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled')
	const inOtherMoney = live.filter((refund) => refund.currency !== currency)
	const tooMuch = payments.flatMap(({ id, amountCents }) => {
		const back = live.filter(({ paymentId }) => paymentId === id).reduce((sum, refund) => sum + refund.amountCents, 0)
		return back > amountCents ? [{ field: `refunds of ${id}`, expected: `at most ${amountCents}`, reported: String(back) }] : []
	})
	return [
		...inOtherMoney.map((refund) => ({ field: `refund ${refund.id} currency`, expected: currency, reported: refund.currency })),
		...tooMuch,
	]
}

/**
 * Returns how the provider's report contradicts the order; if it does, the order must not change. Ignores failed payments, which took no
 * money.
 */
export function findMismatches(order: OrderTerms, reported: ReportedTerms): Mismatch[] {
	const fields = ['orderRef', 'currency', 'isLive', 'subtotalCents', 'discountCents', 'totalCents'] as const
	const ofTerms = fields.flatMap((field) =>
		order[field] === reported[field] ? [] : [{ field, expected: String(order[field]), reported: String(reported[field]) }],
	)
	const ofPayments = reported.payments
		.filter(({ status }) => status !== 'failed')
		.flatMap(({ id, amountCents, currency }) => [
			...(amountCents === order.totalCents
				? []
				: [{ field: `payment ${id} amount`, expected: String(order.totalCents), reported: String(amountCents) }]),
			...(currency === order.currency ? [] : [{ field: `payment ${id} currency`, expected: order.currency, reported: currency }]),
		])
	return [...ofTerms, ...ofPayments, ...findRefundMismatches(order.currency, reported)]
}
