import type { RefundRequest, RefundView } from '#contracts/refunds.ts'
import { decimalsOf, formatMoney } from '#domain/pricing/money.ts'
import { describeReasonsForOperators } from '#domain/refunds/describe-refund.ts'
import { evaluateRefund } from '#domain/refunds/evaluate-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { findOrder, orderNotFound, requireOwnOrder } from '#server/services/commerce/orders/find-order.ts'
import { lockOrder, lockOrderAndAccess } from '#server/services/commerce/orders/lock-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { decideRefund } from './decide-refund.ts'
import { findRefundRequest, isRefundInProgress, readRefundFacts, type RefundRequestRow } from './read-refund-facts.ts'
import { describeRefund } from './read-refund.ts'

async function wasRefused(tx: Tx, orderId: string, kind: RefundRequest['kind']): Promise<boolean> {
	const row = await tx
		.selectFrom('refund_requests')
		.select('id')
		.where('order_id', '=', orderId)
		.where('kind', '=', kind)
		.where('state', '=', 'refused')
		.executeTakeFirst()
	return row !== undefined
}

/**
 * Decides a refund request immediately, by the order's policy. Parallel requests get the same result. After a refusal, a repeated request
 * is recorded only if it's granted now or of a different kind.
 * @throws ServiceError `no_authorization` (401), `order_not_found` (404)
 */
export async function requestRefund(ctx: ServiceContext, id: string, request: RefundRequest): Promise<RefundView> {
	const { order: found } = await requireOwnOrder(ctx, id)
	return inTransaction(ctx.db, async (tx) => {
		const order = await lockOrderAndAccess(tx, found.id)
		const known = await findRefundRequest(tx, order.id)
		if (known && isRefundInProgress(known)) return describeRefund(ctx, tx, order)

		const { facts, payment } = await readRefundFacts(ctx, tx, order)
		const decision = evaluateRefund(request.kind, facts, findRefundPolicy(order.refund_policy_version))
		const isGranted = decision.outcome === 'granted' && payment !== null
		if (!isGranted && (await wasRefused(tx, order.id, request.kind))) return describeRefund(ctx, tx, order)
		await decideRefund(ctx, tx, {
			order,
			verdict: {
				kind: request.kind,
				facts,
				reasons: decision.reasons,
				refund: isGranted ? { amountCents: Math.min(decision.amountCents, payment.leftCents), paymentId: payment.id } : null,
				decidedBy: { by: 'policy', reason: null },
				message: request.message || null,
				declaredName: request.name || null,
			},
		})
		if (ctx.actor.type === 'learner')
			await recordAudit(ctx, tx, {
				action: isGranted ? 'refund_granted' : 'refund_refused',
				outcome: 'success',
				userId: ctx.actor.userId,
				detail: { order: order.id, kind: request.kind, reasons: decision.reasons.join(' ') },
			})
		return describeRefund(ctx, tx, await lockOrder(tx, order.id))
	})
}

export type RefundOverride = {
	orderId: string
	operator: string
	reason: string
	/** Defaults to the whole remaining amount. A partial refund leaves access open. */
	amountCents?: number
	/** True applies the policy, so that a refund against it is refused. */
	enforcesPolicy?: boolean
}

/**
 * Returns the smallest refundable amount. In three-decimal currencies, the provider requires the last digit to be 0: any other
 * refund would be retried forever.
 */
const minRefundCents = (currency: string) => (decimalsOf(currency) < 3 ? 1 : 10)

/**
 * @param leftCents what is left of the payment
 * @returns the error for an amount that can't be refunded; undefined for others
 */
export function findAmountFault(amountCents: number, { leftCents, currency }: { leftCents: number; currency: string }): string | undefined {
	const minCents = minRefundCents(currency)
	if (amountCents % minCents === 0 && amountCents >= minCents && amountCents <= leftCents) return undefined
	const [from, to] = [minCents, leftCents].map((each) => formatMoney(each, currency))
	return `The amount must be between ${from} and ${to}${minCents > 1 ? ', its last digit 0' : ''}.`
}

/** Reasons that an operator can't override. */
const NOT_OVERRIDABLE = ['not_paid', 'nothing_paid', 'already_refunded', 'dispute_open'] as const

const AGAINST_RULE = 'The refund policy doesn’t allow this refund, so nothing was refunded. Check this box to refund it anyway.'

/**
 * Grants a refund on behalf of an operator, even against the policy. Requires a reason.
 * @throws ServiceError `order_not_found` (404), `refund_open`, `refund_impossible`, `refund_against_rule` (409),
 * `refund_reason_missing` and `refund_amount_wrong` (400)
 */
export async function overrideRefund(ctx: ServiceContext, override: RefundOverride): Promise<RefundRequestRow> {
	const operator = override.operator.trim()
	const reason = override.reason.trim()
	if (operator === '' || reason === '')
		throw new ServiceError('invalid', 'refund_reason_missing', 'An override needs a reason and the name of the person who decides')
	const found = await findOrder(ctx, override.orderId)
	if (!found) throw orderNotFound()
	return inTransaction(ctx.db, async (tx) => {
		const order = await lockOrderAndAccess(tx, found.order.id)
		const known = await findRefundRequest(tx, order.id)
		if (known && isRefundInProgress(known))
			throw new ServiceError('conflict', 'refund_open', 'A refund of this order is already on its way.')
		const { facts, payment } = await readRefundFacts(ctx, tx, order)
		const policy = findRefundPolicy(order.refund_policy_version)
		const { reasons } = evaluateRefund('promise', facts, policy)
		const blockingReason = NOT_OVERRIDABLE.find((word) => reasons.includes(word))
		if (blockingReason || !payment)
			throw new ServiceError('conflict', 'refund_impossible', describeReasonsForOperators(policy)[blockingReason ?? 'already_refunded'])
		if (override.enforcesPolicy && reasons.length > 0)
			throw new ServiceError('conflict', 'refund_against_rule', AGAINST_RULE, { fields: { against: AGAINST_RULE } })
		const amountCents = override.amountCents ?? payment.leftCents
		const fault = findAmountFault(amountCents, { ...payment, currency: order.currency })
		if (fault !== undefined) throw new ServiceError('invalid', 'refund_amount_wrong', fault, { fields: { amount: fault } })
		const request = await decideRefund(ctx, tx, {
			order,
			verdict: {
				kind: 'operator',
				facts,
				reasons,
				refund: { amountCents, paymentId: payment.id },
				decidedBy: { by: `operator:${operator}`, reason },
				message: null,
				declaredName: null,
			},
		})
		await recordAudit(ctx, tx, {
			action: 'refund_overridden',
			outcome: 'success',
			userId: order.user_id,
			detail: { order: order.id, operator, reason, cents: amountCents, overruled: reasons.join(' ') },
		})
		return request
	})
}
