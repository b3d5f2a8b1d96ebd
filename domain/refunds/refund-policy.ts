/** An order keeps the version that applied on its day. */
export type RefundPolicy = {
	/** Release date (YYYY-MM-DD), which orders store. The newest policy applies as soon as it is deployed. */
	version: string
	/** Whole days after the day of the payment, in UTC. */
	windowDays: number
	/** From this percentage of opened sections on, the order is no longer refundable. */
	shareLimitPercent: number
	/** Whole days after the day of the payment, for consumers who didn't waive the right. */
	withdrawalDays: number
	/** Until the money arrives, counted from the decision. */
	businessDays: { from: number; to: number }
}

/** Never changed or removed, because orders refer to them. */
const POLICIES: readonly RefundPolicy[] = [
	{ version: '2026-11-20', windowDays: 30, shareLimitPercent: 20, withdrawalDays: 14, businessDays: { from: 5, to: 10 } },
]

const newest = POLICIES.at(-1)
if (!newest) throw new Error('there is no refund policy')

/** Described on pages, in mails and in the terms. */
export const currentRefundPolicy: RefundPolicy = newest

/** @throws Error for an unknown version: an order must not be decided without its policy */
export function findRefundPolicy(version: string): RefundPolicy {
	const policy = POLICIES.find((known) => known.version === version)
	if (!policy) throw new Error(`there is no refund policy ${version}`)
	return policy
}
