import { describeBusinessDays, describeReasons } from '#domain/refunds/describe-refund.ts'
import { evaluateRefund } from '#domain/refunds/evaluate-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { describeLoss } from '#server/console/shell/describe-loss.ts'
import type { OrderRow } from '#server/services/commerce/orders/order-rows.ts'
import type { readRefundFacts } from '#server/services/commerce/refunds/read-refund-facts.ts'
import { findRefundRequest, isOpen } from '#server/services/commerce/refunds/refund-rows.ts'

type Refunding = Awaited<ReturnType<typeof readRefundFacts>>

/**
 * Returns the possible refund, or the state of a running one. Null for support, and if nothing can be refunded. For bank
 * transfers, the operator sends the money back and then records it here.
 */
export async function findRefundStep(request: ConsoleRequest, order: OrderRow, { facts, payment }: Refunding) {
	const { ctx, by } = request
	if (by.role !== 'operator') return null
	const isByHand = ctx.payments.transfers !== null && order.provider === ctx.payments.code
	const refundRequest = await findRefundRequest(ctx.db, order.id)
	if (refundRequest && isOpen(refundRequest))
		return {
			is: isByHand ? ('to-be-sent' as const) : ('on-its-way' as const),
			cents: refundRequest.amount_cents,
			request: refundRequest.id,
		}
	if (!payment) return null
	const policy = findRefundPolicy(order.refund_policy_version)
	const { reasons } = evaluateRefund('promise', facts, policy)
	if (reasons.includes('dispute_open')) return { is: 'disputed' as const, cents: payment.leftCents }
	const days = describeBusinessDays(policy)
	return {
		is: 'possible' as const,
		cents: payment.leftCents,
		loses: await describeLoss(request, order),
		against: reasons.length === 0 ? null : reasons.map((each) => describeReasons(policy)[each]).join(' '),
		arrives: isByHand
			? 'When you send the transfer. Then mark it as sent on this page.'
			: `In ${days}, on the card or account that paid${order.livemode ? '' : '. Test mode: no money moves'}.`,
	}
}
