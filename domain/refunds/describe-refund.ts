import type { RefundReason } from './evaluate-refund.ts'
import type { RefundPolicy } from './refund-policy.ts'

/** Maximum characters of a refund request, and of the name that signs a withdrawal. */
export const REFUND_MESSAGE_MAX = 2000
export const REFUND_NAME_MAX = 200

/** Formats a range such as `5-10 business days`. */
export const describeBusinessDays = ({ businessDays: { from, to } }: RefundPolicy): string => `${from}-${to} business days`

/** Returns the text for each reason, for pages and emails, under the order's policy. */
export const describeReasons = (policy: RefundPolicy): Readonly<Record<RefundReason, string>> => ({
	not_paid: 'This order hasn’t been paid yet.',
	nothing_paid: 'This order cost nothing, so there’s nothing to send back.',
	already_refunded: 'The money for this order has already been sent back, or is on its way.',
	dispute_open: 'Your bank is reviewing this payment. Until it decides, the bank holds the money and we can’t send it back.',
	deadline_passed: `The ${policy.windowDays} days to ask for a refund are over.`,
	content_accessed: `You have opened ${policy.shareLimitPercent}% or more of the sections since you paid.`,
	template_downloaded: 'A paid template was downloaded with this order.',
	withdrawal_over: `The ${policy.withdrawalDays} days of the right of withdrawal are over.`,
	withdrawal_waived: 'You asked for immediate access when you paid and have used the course since, so your right of withdrawal has ended.',
})

/** Returns the same texts for operators, about the learner. */
export const describeReasonsForOperators = (policy: RefundPolicy): Readonly<Record<RefundReason, string>> => ({
	...describeReasons(policy),
	dispute_open: 'The buyer’s bank is reviewing this payment. Until it decides, the bank holds the money, so it can’t be refunded.',
	content_accessed: `The learner has opened ${policy.shareLimitPercent}% or more of the lessons since paying.`,
	template_downloaded: 'The learner has downloaded a paid template.',
	withdrawal_waived: 'The buyer asked for immediate access and has used the course since, so the right of withdrawal has ended.',
})

/** Describes the conditions of a refund, in words that continue a sentence after “as long as”. */
export const refundConditions = ({ shareLimitPercent }: RefundPolicy): string =>
	`you have opened less than ${shareLimitPercent}% of the course since you paid and have not downloaded a paid template`

export const refundConditionsForOperators = ({ shareLimitPercent }: RefundPolicy): string =>
	`the learner has opened less than ${shareLimitPercent}% of the course since paying and has not downloaded a paid template`

/**
 * Explains, before payment and on the receipt, how use of the course is measured.
 * @param total sections of the course
 */
export function describeMeter({ shareLimitPercent }: RefundPolicy, total: number): string {
	const tooMany = Math.ceil((total * shareLimitPercent) / 100)
	const limit =
		tooMany > 1
			? `To keep the guarantee, open fewer than ${tooMany} of ${total} sections.`
			: 'The guarantee ends when you open a section after paying.'
	return `What you read before paying never counts. ${limit}`
}

/** Returns the percentage of opened sections, truncated to one decimal, because 19.96 must not be shown as 20. */
export const openedShare = (opened: number, total: number): number => (total > 0 ? Math.floor((opened * 1000) / total) / 10 : 0)
