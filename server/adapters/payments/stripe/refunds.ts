import type Stripe from 'stripe'

import {
	ProviderProtocolError,
	type RefundOrder,
	RefundRefused,
	type RefundStatus,
	type SnapshotDispute,
	type SnapshotFraudWarning,
	type SnapshotRefund,
} from '#server/adapters/payments/port.ts'

import { isStripeError } from './stripe-error.ts'

const PAGE = 100
/** Error codes of final refusals. An error about the amount means `too_much`; any other error may be retried. */
const REFUSALS: Readonly<Record<string, RefundRefused['reason']>> = {
	charge_already_refunded: 'already_refunded',
	charge_disputed: 'disputed',
	resource_missing: 'unknown_payment',
}
const STATUSES: readonly string[] = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] satisfies RefundStatus[]

const idOf = (value: string | { id: string } | null | undefined) => (typeof value === 'string' ? value : (value?.id ?? ''))
const isRefundStatus = (status: string | null): status is RefundStatus => status !== null && STATUSES.includes(status)

/** Converts a refund. An unknown status counts as pending: neither as refunded nor as failed. */
function toRefund(refund: Stripe.Refund): SnapshotRefund {
	if (refund.object !== 'refund' || !refund.id) throw new ProviderProtocolError('The payment provider did not return a refund')
	return {
		id: refund.id,
		paymentId: idOf(refund.payment_intent),
		amountCents: refund.amount,
		currency: refund.currency,
		status: isRefundStatus(refund.status) ? refund.status : 'pending',
		requestRef: refund.metadata?.['refund_request_id'] ?? null,
		failureReason: refund.failure_reason ?? null,
		createdAt: new Date(refund.created * 1000),
	}
}

function toDispute(dispute: Stripe.Dispute): SnapshotDispute {
	const dueBy = dispute.evidence_details.due_by
	return {
		id: dispute.id,
		paymentId: idOf(dispute.payment_intent),
		amountCents: dispute.amount,
		currency: dispute.currency,
		status: dispute.status,
		reason: dispute.reason,
		evidenceDueBy: dueBy === null ? null : new Date(dueBy * 1000),
	}
}

/** Requires that the response is a list, because error pages may arrive with status 200. */
function requireList<T>(answer: { object: string; data: T[] }): T[] {
	if (answer.object === 'list' && Array.isArray(answer.data)) return answer.data
	throw new ProviderProtocolError('The payment provider did not return a list')
}

const refundsOf = async (stripe: Stripe, paymentId: string) =>
	requireList(await stripe.refunds.list({ payment_intent: paymentId, limit: PAGE })).map(toRefund)

export type RefundsAndDisputes = {
	refunds: SnapshotRefund[]
	disputes: SnapshotDispute[]
	fraudWarnings: SnapshotFraudWarning[]
}

export async function fetchRefundsAndDisputes(stripe: Stripe, paymentId: string): Promise<RefundsAndDisputes> {
	const query = { payment_intent: paymentId, limit: PAGE }
	const [refunds, disputes, warnings] = await Promise.all([
		refundsOf(stripe, paymentId),
		stripe.disputes.list(query),
		stripe.radar.earlyFraudWarnings.list(query),
	])
	return {
		refunds,
		disputes: requireList(disputes).map(toDispute),
		fraudWarnings: requireList(warnings).map(({ id, fraud_type: kind, actionable }) => ({ id, paymentId, kind, actionable })),
	}
}

function refusalOf(error: unknown): unknown {
	if (!isStripeError(error, 'StripeInvalidRequestError')) return error
	const reason = error.param === 'amount' ? 'too_much' : REFUSALS[error.code ?? '']
	return reason ? new RefundRefused(reason, { cause: error }) : error
}

/**
 * Makes a refund. Stripe forgets an idempotency key after a day, so this first looks for an earlier refund for the same request.
 * @throws RefundRefused if Stripe permanently refuses the refund
 */
export async function createRefund(stripe: Stripe, order: RefundOrder): Promise<SnapshotRefund> {
	const { refundRequestId, paymentId, amountCents, reason } = order
	try {
		const existing = (await refundsOf(stripe, paymentId)).find(({ requestRef }) => requestRef === refundRequestId)
		if (existing) return existing
		const params = { payment_intent: paymentId, amount: amountCents, reason, metadata: { refund_request_id: refundRequestId } }
		return toRefund(await stripe.refunds.create(params, { idempotencyKey: `refund:${refundRequestId}` }))
	} catch (error) {
		throw refusalOf(error)
	}
}

export const fetchRefund = async (stripe: Stripe, refundId: string): Promise<SnapshotRefund> =>
	toRefund(await stripe.refunds.retrieve(refundId))
