import { formatMoney } from '#domain/pricing/money.ts'
import { addBusinessDays } from '#domain/refunds/business-days.ts'
import type { RefundFacts, RefundReason } from '#domain/refunds/evaluate-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { Tx } from '#server/db/database.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { refreshOrderStatus } from '#server/services/commerce/orders/refresh-order.ts'
import { recordAlert } from '#server/services/commerce/orders/store-facts.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type RefundRequestRow, toFactsJson } from './read-refund-facts.ts'
import { mailRefundStep } from './refund-mails.ts'

export type RefundVerdict = {
	kind: RefundRequestRow['kind']
	facts: RefundFacts
	/** Reasons why the policy refuses the refund; empty if it's covered. An operator may grant it anyway. */
	reasons: readonly RefundReason[]
	refund: { amountCents: number; paymentId: string } | null
	decidedBy: { by: string; reason: string | null }
	message: string | null
	declaredName: string | null
}

/** Records the decision on a refund. The caller holds the order's lock and has checked that no other request is open. */
export async function decideRefund(ctx: ServiceContext, tx: Tx, { order, verdict }: { order: OrderRow; verdict: RefundVerdict }) {
	const { refund, decidedBy } = verdict
	const now = ctx.now()
	const { businessDays } = findRefundPolicy(order.refund_policy_version)
	const expected = (days: number) => (refund ? new Date(addBusinessDays(now.getTime(), days)) : null)
	const request = await tx
		.insertInto('refund_requests')
		.values({
			order_id: order.id,
			user_id: ctx.actor.type === 'learner' ? ctx.actor.userId : null,
			kind: verdict.kind,
			message: verdict.message,
			declared_name: verdict.declaredName,
			state: refund ? 'granted' : 'refused',
			reasons: [...verdict.reasons],
			facts: toFactsJson(verdict.facts),
			policy_version: order.refund_policy_version,
			amount_cents: refund?.amountCents ?? 0,
			provider_payment_id: refund?.paymentId ?? null,
			decided_by: decidedBy.by,
			override_reason: decidedBy.reason,
			requested_at: now,
			decided_at: now,
			expected_from: expected(businessDays.from),
			expected_by: expected(businessDays.to),
			updated_at: now,
		})
		.returningAll()
		.executeTakeFirstOrThrow()
	const news = { order, key: request.id, amountCents: request.amount_cents, request }
	if (verdict.kind !== 'operator') await mailRefundStep(ctx, tx, { step: 'requested', news })
	if (!refund) {
		await mailRefundStep(ctx, tx, { step: 'refused', news })
		return request
	}
	await ctx.jobs.enqueue(tx, { name: 'send-refund', payload: { requestId: request.id } })
	// The email says whether access is suspended, which depends on what else was refunded.
	const refreshed = await refreshOrderStatus(ctx, tx, order)
	await mailRefundStep(ctx, tx, { step: 'granted', news: { ...news, order: refreshed } })
	return request
}

type ReportedState = 'sent' | 'settled' | 'failed'

const STATE_OF_REFUND = { pending: 'sent', requires_action: 'sent', succeeded: 'settled', failed: 'failed', canceled: 'failed' } as const

/**
 * Allowed state transitions of a refund request. A final state can only change to the other final state: a succeeded refund may fail
 * later.
 */
const ALLOWED_CHANGES: Record<RefundRequestRow['state'], readonly ReportedState[]> = {
	refused: [],
	granted: ['sent', 'settled', 'failed'],
	sent: ['settled', 'failed'],
	settled: ['failed'],
	failed: ['settled'],
}

async function moveRequest(
	ctx: ServiceContext,
	tx: Tx,
	{ request, state, failureReason }: { request: RefundRequestRow; state: ReportedState; failureReason: string | null },
): Promise<RefundRequestRow | null> {
	if (!ALLOWED_CHANGES[request.state].includes(state)) return null
	const now = ctx.now()
	return tx
		.updateTable('refund_requests')
		.set({
			state,
			settled_at: state === 'settled' ? now : null,
			failure_reason: state === 'failed' ? (failureReason ?? 'unknown') : null,
			updated_at: now,
		})
		.where('id', '=', request.id)
		.returningAll()
		.executeTakeFirstOrThrow()
}

/**
 * Updates refund requests from the provider's refunds, and emails the buyer. The caller holds the order's lock and has derived
 * its status.
 */
export async function updateRefundRequests(ctx: ServiceContext, tx: Tx, order: OrderRow): Promise<void> {
	const refunds = await tx.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()
	if (refunds.length === 0) return
	const requests = await tx.selectFrom('refund_requests').selectAll().where('order_id', '=', order.id).execute()
	for (const refund of refunds) {
		const state = STATE_OF_REFUND[refund.status]
		const request = requests.find(({ id }) => id === refund.request_ref)
		const moved = request ? await moveRequest(ctx, tx, { request, state, failureReason: refund.failure_reason }) : null
		if (state === 'sent' || (request && !moved)) continue
		if (refund.status === 'canceled')
			await recordAlert(ctx, tx, {
				orderId: order.id,
				kind: 'refund_failed',
				detail: { refund: refund.provider_refund_id },
				facts: { amount: formatMoney(refund.amount_cents, order.currency) },
			})
		const news = { order, key: request?.id ?? refund.provider_refund_id, amountCents: refund.amount_cents, request: moved }
		await mailRefundStep(ctx, tx, { step: state, news })
	}
}
