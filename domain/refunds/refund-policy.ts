/** A version of the refund policy. An order keeps the version in force when it was placed. */
export type RefundPolicy = {
	/** Release date (YYYY-MM-DD), which orders store. The newest policy applies as soon as it is deployed. */
	version: string
	/** Number of whole days after the day of payment, in UTC, during which a refund can be requested. */
	windowDays: number
	/** Percentage of opened sections from which the order is no longer refundable. */
	shareLimitPercent: number
	/** Number of whole days after the day of payment during which consumers can withdraw, unless they waived the right. */
	withdrawalDays: number
	/** Business days from the decision until the money arrives. */
	businessDays: { from: number; to: number }
}

/** All versions. Never change or remove one, because orders refer to them. */
const POLICIES: readonly RefundPolicy[] = [
	{ version: '2026-11-20', windowDays: 30, shareLimitPercent: 20, withdrawalDays: 14, businessDays: { from: 5, to: 10 } },
]

const newest = POLICIES.at(-1)
if (!newest) throw new Error('there is no refund policy')

/** Policy for new orders, described on pages, in emails and in the terms. */
export const currentRefundPolicy: RefundPolicy = newest

/** @throws Error for an unknown version, because an order must be decided by its own policy */
export function findRefundPolicy(version: string): RefundPolicy {
	const policy = POLICIES.find((known) => known.version === version)
	if (!policy) throw new Error(`there is no refund policy ${version}`)
	return policy
}
