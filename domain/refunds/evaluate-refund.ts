import { refundDeadline } from './refund-deadline.ts'
import type { RefundPolicy } from './refund-policy.ts'

/** `promise`: our own money-back rule. `withdrawal`: the right that consumer law may give. */
export type RefundKind = 'promise' | 'withdrawal'

/** All inputs of a decision; kept with it, so that it can be repeated years later. Times are milliseconds since 1970. */
export type RefundFacts = {
	/** Null while nothing is paid. */
	paidAtMs: number | null
	requestedAtMs: number
	paidCents: number
	/** Already refunded, or on its way. */
	refundedCents: number
	hasOpenDispute: boolean
	/** First opened since the payment; earlier reading does not count as use of the purchase. */
	sectionsOpened: number
	sectionsTotal: number
	/** First download of a paid template. */
	firstDownloadAtMs: number | null
	/** Time when the buyer asked for access at once and gave up the right to withdraw. */
	waivedAtMs: number | null
}

export type RefundReason =
	| 'not_paid'
	| 'nothing_paid'
	| 'already_refunded'
	| 'dispute_open'
	| 'deadline_passed'
	| 'content_accessed'
	| 'template_downloaded'
	| 'withdrawal_over'
	| 'withdrawal_waived'

export type RefundDecision = {
	outcome: 'granted' | 'refused'
	/** All reasons for a refusal; empty when granted. */
	reasons: readonly RefundReason[]
	/** The amount to refund: everything paid and not yet refunded. 0 when refused. */
	amountCents: number
	policyVersion: string
}

/** Below the limit, in whole numbers: exactly 20 % is not "less than 20 %". A course without sections cannot be accessed. */
const isBelowLimit = ({ sectionsOpened, sectionsTotal }: RefundFacts, limitPercent: number) =>
	sectionsOpened === 0 || sectionsOpened * 100 < limitPercent * sectionsTotal

/** Reasons against any refund: they are about money, not about the policy. */
function moneyReasons({ paidAtMs, paidCents, refundedCents, hasOpenDispute }: RefundFacts): RefundReason[] {
	if (paidAtMs === null) return ['not_paid']
	if (paidCents <= 0) return ['nothing_paid']
	if (refundedCents >= paidCents) return ['already_refunded']
	return hasOpenDispute ? ['dispute_open'] : []
}

function promiseReasons(facts: RefundFacts, policy: RefundPolicy): RefundReason[] {
	const isLate = facts.paidAtMs !== null && facts.requestedAtMs >= refundDeadline(facts.paidAtMs, policy.windowDays)
	return [
		...(isLate ? (['deadline_passed'] as const) : []),
		...(isBelowLimit(facts, policy.shareLimitPercent) ? [] : (['content_accessed'] as const)),
		...(facts.firstDownloadAtMs === null ? [] : (['template_downloaded'] as const)),
	]
}

/** The right ends with the waiver once the content was used (terms, "Immediate access and your right to withdraw"). */
function withdrawalReasons(facts: RefundFacts, policy: RefundPolicy): RefundReason[] {
	const isLate = facts.paidAtMs !== null && facts.requestedAtMs >= refundDeadline(facts.paidAtMs, policy.withdrawalDays)
	const isUsed = facts.sectionsOpened > 0 || facts.firstDownloadAtMs !== null
	return [
		...(isLate ? (['withdrawal_over'] as const) : []),
		...(facts.waivedAtMs !== null && isUsed ? (['withdrawal_waived'] as const) : []),
	]
}

/**
 * Decides about a refund by stored facts and the order's own policy alone. A withdrawal without the legal right is also judged
 * by our guarantee, so pressing the other button costs no one the refund.
 */
export function evaluateRefund(kind: RefundKind, facts: RefundFacts, policy: RefundPolicy): RefundDecision {
	const byMoney = moneyReasons(facts)
	const byPromise = promiseReasons(facts, policy)
	const byLaw = kind === 'withdrawal' ? withdrawalReasons(facts, policy) : null
	const mayHave = byMoney.length === 0 && (byPromise.length === 0 || byLaw?.length === 0)
	return {
		outcome: mayHave ? 'granted' : 'refused',
		reasons: mayHave ? [] : byMoney.length > 0 ? byMoney : [...(byLaw ?? []), ...byPromise],
		amountCents: mayHave ? facts.paidCents - facts.refundedCents : 0,
		policyVersion: policy.version,
	}
}

/** True if the withdrawal button is offered: as long as the law may give the right, used or not. */
export const mayStillWithdraw = ({ paidAtMs, requestedAtMs }: RefundFacts, policy: RefundPolicy): boolean =>
	paidAtMs !== null && requestedAtMs < refundDeadline(paidAtMs, policy.withdrawalDays)
