import type { RefundRequest, RefundView } from '#contracts/refunds.ts'
import { evaluateRefund } from '#domain/refunds/evaluate-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { requireOwnOrder } from '#server/services/commerce/orders/find-order.ts'
import { lockOrder, lockOrderAndAccess } from '#server/services/commerce/orders/lock-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { decideRefund } from './decide-refund.ts'
import { readRefundFacts } from './read-refund-facts.ts'
import { presentRefund } from './read-refund.ts'
import { findRefundRequest, isOpen } from './refund-rows.ts'

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
 * Decides a refund request at once, by the policy of that order. Parallel requests get the same result. Repeating a refused
 * request is recorded only if it is granted or of a different kind.
 * @throws ServiceError `no_authorization` (401), `order_not_found` (404)
 */
export async function requestRefund(ctx: ServiceContext, id: string, asked: RefundRequest): Promise<RefundView> {
	const { order: own } = await requireOwnOrder(ctx, id)
	return inTransaction(ctx.db, async (tx) => {
		const order = await lockOrderAndAccess(tx, own.id)
		const known = await findRefundRequest(tx, order.id)
		if (known && isOpen(known)) return presentRefund(ctx, tx, order)

		const { facts, payment } = await readRefundFacts(ctx, tx, order)
		const decision = evaluateRefund(asked.kind, facts, findRefundPolicy(order.refund_policy_version))
		const isGranted = decision.outcome === 'granted' && payment !== null
		if (!isGranted && (await wasRefused(tx, order.id, asked.kind))) return presentRefund(ctx, tx, order)
		await decideRefund(ctx, tx, {
			order,
			verdict: {
				kind: asked.kind,
				facts,
				reasons: decision.reasons,
				refund: isGranted ? { amountCents: Math.min(decision.amountCents, payment.leftCents), paymentId: payment.id } : null,
				decidedBy: { by: 'policy', reason: null },
				message: asked.message || null,
				declaredName: asked.name || null,
			},
		})
		if (ctx.actor.type === 'learner')
			await recordAudit(ctx, tx, {
				action: isGranted ? 'refund_granted' : 'refund_refused',
				outcome: 'success',
				userId: ctx.actor.userId,
				detail: { order: order.id, kind: asked.kind, reasons: decision.reasons.join(' ') },
			})
		return presentRefund(ctx, tx, await lockOrder(tx, order.id))
	})
}
