/** A refund rule, as its version promised it. An order keeps the version of the day it was made. */
export type RefundPolicy = {
	/** YYYY-MM-DD, the day of its release: the name that orders keep. The newest policy applies as soon as it is deployed. */
	version: string
	/** Whole days after the day of the payment, in UTC. */
	windowDays: number
	/** The share of all sections that may not be reached, in percent. */
	shareLimitPercent: number
	/** Whole days after the day of the payment in which a consumer may withdraw where no waiver took that right. */
	withdrawalDays: number
	/** Business days until the money arrives, counted from the decision. */
	businessDays: { from: number; to: number }
}

/** Every policy that an order may name; never changed or removed, because old orders refer to them. */
const POLICIES: readonly RefundPolicy[] = [
	{ version: '2026-11-20', windowDays: 30, shareLimitPercent: 20, withdrawalDays: 14, businessDays: { from: 5, to: 10 } },
]

const newest = POLICIES.at(-1)
if (!newest) throw new Error('there is no refund policy')

/** The policy that a new order gets, and that pages, mails and terms promise. */
export const currentRefundPolicy: RefundPolicy = newest

/** @throws Error for an unknown version: an order without its policy must not be decided */
export function findRefundPolicy(version: string): RefundPolicy {
	const policy = POLICIES.find((known) => known.version === version)
	if (!policy) throw new Error(`there is no refund policy ${version}`)
	return policy
}
