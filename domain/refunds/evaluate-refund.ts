import { refundDeadline } from './refund-deadline.ts'
import type { RefundPolicy } from './refund-policy.ts'

/** `promise`: our money-back guarantee. `withdrawal`: the right that consumer law may grant. */
export type RefundKind = 'promise' | 'withdrawal'

/**
 * Facts on which a decision is based. They are stored with it, so that it can be repeated years later. Times are milliseconds since 1970.
 */
export type RefundFacts = {
	/** Null until something is paid. */
	paidAtMs: number | null
	requestedAtMs: number
	paidCents: number
	/** Amount already refunded, or being refunded. */
	refundedCents: number
	hasOpenDispute: boolean
	/** Sections opened after the payment. Reading before it doesn't count as use. */
	sectionsOpened: number
	sectionsTotal: number
	/** First download of a paid template. */
	firstDownloadAtMs: number | null
	/** Time when the buyer requested immediate access and waived the right to withdraw. */
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
	/** All reasons for a refusal; empty if granted. */
	reasons: readonly RefundReason[]
	/** Everything paid and not yet refunded; 0 if the refund is refused. */
	amountCents: number
	policyVersion: string
}

/** True below the limit. Compares integers, because exactly 20% isn't "less than 20%". If there are no sections, nothing was used. */
const isBelowLimit = ({ sectionsOpened, sectionsTotal }: RefundFacts, limitPercent: number) =>
	sectionsOpened === 0 || sectionsOpened * 100 < limitPercent * sectionsTotal

/** Returns the reasons that rule out any refund, which are about the payment and not the policy. */
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

/**
 * Returns the reasons against a withdrawal: the legal period is over, or the right was waived and the content was used (terms,
 * "Immediate access and your right to withdraw").
 */
function withdrawalReasons(facts: RefundFacts, policy: RefundPolicy): RefundReason[] {
	const isLate = facts.paidAtMs !== null && facts.requestedAtMs >= refundDeadline(facts.paidAtMs, policy.withdrawalDays)
	const isUsed = facts.sectionsOpened > 0 || facts.firstDownloadAtMs !== null
	return [
		...(isLate ? (['withdrawal_over'] as const) : []),
		...(facts.waivedAtMs !== null && isUsed ? (['withdrawal_waived'] as const) : []),
	]
}

/**
 * Decides on a refund, based on stored facts and the order's own policy. A withdrawal without a legal right is also checked against our
 * guarantee, so that choosing the wrong button costs no one a refund.
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

/** True while the withdrawal button is shown: as long as the law may grant the right, even if the content was used. */
export const mayStillWithdraw = ({ paidAtMs, requestedAtMs }: RefundFacts, policy: RefundPolicy): boolean =>
	paidAtMs !== null && requestedAtMs < refundDeadline(paidAtMs, policy.withdrawalDays)
