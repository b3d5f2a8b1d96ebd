import type { AccessState, OrderReceipt } from '#contracts/payments.ts'
import { maskEmail } from '#domain/orders/mask-email.ts'
import { refundDeadline } from '#domain/refunds/refund-deadline.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { listInvoices } from '#server/services/commerce/invoices/find-invoices.ts'
import { summarizeInvoice } from '#server/services/commerce/invoices/invoice-rows.ts'
import { describeTransfer } from '#server/services/commerce/orders/describe-transfer.ts'
import { findOrder, isOwner, orderNotFound } from '#server/services/commerce/orders/find-order.ts'
import type { OrderRow } from '#server/services/commerce/orders/order-rows.ts'
import { summarizeOrder } from '#server/services/commerce/orders/summarize-order.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { refreshPendingOrder } from './read-order-by-session.ts'

async function readAccess({ db }: ServiceContext, order: OrderRow): Promise<AccessState> {
	const row = await db.selectFrom('entitlements').select('state').where('order_id', '=', order.id).executeTakeFirst()
	return row?.state ?? 'none'
}

/**
 * Returns an order for its receipt: to its owner or, for a guest's order, to anyone with the checkout ID, with the email masked.
 * @throws ServiceError order_not_found (404), also for another person's order
 */
export async function readReceipt(ctx: ServiceContext, id: string): Promise<OrderReceipt> {
	const asked = await findOrder(ctx, id)
	if (!asked) throw orderNotFound()
	const { sessionId } = asked
	const owns = await isOwner(ctx, asked.order)
	if (!owns && (asked.order.user_id !== null || sessionId !== id)) throw orderNotFound()
	if (sessionId !== null) await refreshPendingOrder(ctx, asked.order, sessionId)
	const { order } = (await findOrder(ctx, id)) ?? asked
	const { email, paid_at: paidAt, refund_policy_version: policy, waiver_version: version, waiver_accepted_at: acceptedAt } = order
	return {
		...summarizeOrder(order, sessionId),
		email: email === null || owns ? email : maskEmail(email),
		access: await readAccess(ctx, order),
		refundPolicy: policy,
		refundUntil: paidAt && new Date(refundDeadline(paidAt.getTime(), findRefundPolicy(policy).windowDays)).toISOString(),
		waiver: version !== null && acceptedAt !== null ? { version, acceptedAt: acceptedAt.toISOString() } : null,
		transfer: await describeTransfer(ctx, order, sessionId),
		invoices: owns ? (await listInvoices(ctx.db, order.id)).map(summarizeInvoice) : [],
	}
}
