import type { CourseContents } from '#domain/gating/course-contents.ts'
import { describeBusinessDays, describeReasons } from '#domain/refunds/describe-refund.ts'
import { evaluateRefund } from '#domain/refunds/evaluate-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import type { OrderRow } from '#server/services/commerce/orders/order-rows.ts'
import type { readRefundFacts } from '#server/services/commerce/refunds/read-refund-facts.ts'
import { findRefundRequest, isOpen } from '#server/services/commerce/refunds/refund-rows.ts'
import { findHolders } from '#server/services/learning/entitlements/list-entitlements.ts'
import { contentsOf } from '#server/services/learning/entitlements/opened-contents.ts'

type Refunding = Awaited<ReturnType<typeof readRefundFacts>>

const count = (one: string, many: string, of: number) => `${of.toLocaleString('en-US')} ${of === 1 ? one : many}`

/** Counts the certificates that ending an order's access may revoke. */
async function countCertificates({ ctx: { db, content } }: ConsoleRequest, order: OrderRow, opens: CourseContents): Promise<number> {
	const belonging = content.courses.filter(({ belongsTo }) => belongsTo && opens.courses.includes(belongsTo)).map(({ id }) => id)
	const courses = [...opens.courses, ...belonging]
	const holders = await findHolders(db, order)
	if (holders.length === 0 || courses.length === 0) return 0
	const { certificates } = await db
		.selectFrom('certificates')
		.select((eb) => eb.fn.countAll<string>().as('certificates'))
		.where('user_id', 'in', holders)
		.where('course_id', 'in', courses)
		.where('revoked_at', 'is', null)
		.executeTakeFirstOrThrow()
	return Number(certificates)
}

/** Describes the access a learner loses when an order ends. */
export async function describeLoss(request: ConsoleRequest, order: OrderRow): Promise<string> {
	const { content } = request.ctx
	const opens = contentsOf(order)
	const modules = content.modulesIn(opens).size
	const certificates = await countCertificates(request, order, opens)
	return [
		`Access to ${order.product_name}: ${count('module', 'modules', modules)} closed at once.`,
		certificates > 0 ? `${count('certificate is', 'certificates are', certificates)} revoked, unless another order opens the course.` : '',
		'Progress and notes are kept.',
	]
		.filter(Boolean)
		.join(' ')
}

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
