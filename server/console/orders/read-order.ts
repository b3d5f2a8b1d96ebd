import type { Content } from '#content/load-content.server.ts'
import type { CourseContents } from '#domain/gating/course-contents.ts'
import type { PendingReason } from '#domain/orders/order-status.ts'
import { formatReference } from '#domain/orders/transfer-reference.ts'
import {
	describeBusinessDays,
	describeReasonsForOperators,
	openedShare,
	refundConditionsForOperators,
} from '#domain/refunds/describe-refund.ts'
import { evaluateRefund } from '#domain/refunds/evaluate-refund.ts'
import { refundDeadline } from '#domain/refunds/refund-deadline.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { readOrderAccess } from '#server/console/shell/access-end.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { describeAccessLoss } from '#server/console/shell/describe-loss.ts'
import { lacksInvoice } from '#server/services/commerce/invoices/correct-invoice.ts'
import { listInvoices } from '#server/services/commerce/invoices/find-invoices.ts'
import { pendingReason } from '#server/services/commerce/order-status/pending-reason.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { findRefundRequest, isRefundInProgress, readRefundFacts } from '#server/services/commerce/refunds/read-refund-facts.ts'
import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'
import { contentsOf } from '#server/services/learning/entitlements/entitlements.ts'

import { findGiver } from './find-giver.ts'
import { buyerOfOrder } from './find-orders.ts'
import { requireOrder } from './order-actions.ts'
import { readOrderStory } from './read-story.ts'

/**
 * Returns the possible refund, or the state of a running one. Null for support, and if nothing can be refunded. For bank
 * transfers, the operator sends the money back and then records it here.
 */
async function findRefundStep(request: ConsoleRequest, order: OrderRow, { facts, payment }: Refunding) {
	const { ctx, by } = request
	if (by.role !== 'operator') return null
	const isByHand = ctx.payments.transfers !== null && order.provider === ctx.payments.code
	const refundRequest = await findRefundRequest(ctx.db, order.id)
	if (refundRequest && isRefundInProgress(refundRequest))
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
		loses: await describeAccessLoss(request, order),
		against: reasons.length === 0 ? null : reasons.map((each) => describeReasonsForOperators(policy)[each]).join(' '),
		arrives: isByHand
			? 'When you send the transfer. Then mark it as sent on this page.'
			: `In ${days}, on the card or account that paid${order.livemode ? '' : '. Test mode: no money moves'}.`,
	}
}

type Refunding = Awaited<ReturnType<typeof readRefundFacts>>

/** Returns the refund policy that the buyer saw before paying, with its result today. */
function presentPolicy(order: OrderRow, { facts, payment }: Refunding) {
	const policy = findRefundPolicy(order.refund_policy_version)
	const { outcome, reasons } = evaluateRefund('promise', facts, policy)
	const texts = describeReasonsForOperators(policy)
	return {
		version: policy.version,
		windowDays: policy.windowDays,
		conditions: refundConditionsForOperators(policy),
		opened: facts.sectionsOpened,
		total: facts.sectionsTotal,
		share: openedShare(facts.sectionsOpened, facts.sectionsTotal),
		firstDownloadAt: facts.firstDownloadAtMs === null ? null : new Date(facts.firstDownloadAtMs),
		refundableCents: payment?.leftCents ?? 0,
		/** Reason why the policy refuses a refund today; null if it allows one. */
		refusal: outcome === 'granted' ? null : reasons.map((each) => texts[each]).join(' '),
		/** Last moment at which the policy allows a request. */
		until: order.paid_at === null ? null : new Date(refundDeadline(order.paid_at.getTime(), policy.windowDays) - 1),
	}
}

/** Returns the reference of the bank transfer that an operator can mark as paid; null if there is none. */
async function findMarkableTransfer({ ctx, by }: ConsoleRequest, order: OrderRow): Promise<string | null> {
	if (by.role !== 'operator' || ctx.payments.transfers === null || order.paid_at !== null) return null
	const transfer = await ctx.db.selectFrom('bank_transfers').select('reference').where('order_id', '=', order.id).executeTakeFirst()
	return transfer ? formatReference(transfer.reference) : null
}

async function readInvoices({ ctx: { db } }: ConsoleRequest, order: OrderRow) {
	const invoices = await listInvoices(db, order.id)
	return {
		invoices: invoices.map(({ id, kind, number, gross_cents, currency, corrects }) => ({
			id,
			kind,
			number,
			gross_cents,
			currency,
			corrects: invoices.find((each) => each.id === corrects)?.number,
			/** Number of the invoice that is valid instead, after a correction. */
			replacedBy: invoices.find((each) => invoices.some((credit) => credit.corrects === id && credit.replaced_by === each.id))?.number,
		})),
		/** True if the payment provider reported no tax, so no invoice could be issued. */
		isInvoiceMissing: invoices.length === 0 && (await lacksInvoice(db, order.id)),
	}
}

/**
 * Describes what an order opens. Returns nothing if the academy has only one course and the order contains no single modules.
 */
function describeContents(content: Content, { courses, modules }: CourseContents): string[] {
	const known = content.allGatedModules.map(({ id }) => id)
	if (content.furtherCourses.length === 0 && modules.length === 0) return []
	return [
		...courses.map((id) => content.courseById(id)?.title ?? `Deleted course: ${id}`),
		...modules.map((id) => (known.includes(id) ? content.nameModule(id) : `Deleted module: ${id}`)),
	]
}

const readBuyer = ({ ctx: { db } }: ConsoleRequest, { id }: OrderRow) =>
	db
		.selectFrom('orders')
		.select([buyerOfOrder.as('buyer'), pendingReason.as('reason')])
		.where('id', '=', id)
		.executeTakeFirstOrThrow()

async function findAccountOf({ ctx: { db } }: ConsoleRequest, { email }: OrderRow): Promise<string | null> {
	if (email === null) return null
	const found = await db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', email)
		.where('is_sso_user', '=', false)
		.where('deleted_at', 'is', null)
		.executeTakeFirst()
	return found?.id ?? null
}

/** Reads the card of the newest payment, such as `visa 4242`; null if the provider reported none. */
const readCard = async ({ ctx: { db } }: ConsoleRequest, { id }: OrderRow) =>
	(
		await db
			.selectFrom('payments')
			.select('card')
			.where('order_id', '=', id)
			.orderBy('paid_at', (order) => order.desc().nullsLast())
			.limit(1)
			.executeTakeFirst()
	)?.card ?? null

const toShownOrder = (order: OrderRow, { reason, ended }: { reason: PendingReason | null; ended: boolean }) => ({
	id: order.id,
	status: order.status,
	reason,
	ended,
	paidAt: order.paid_at,
	product: order.product_name,
	currency: order.currency,
	subtotalCents: order.subtotal_cents,
	discountCode: order.discount_code,
	discountCents: order.discount_cents,
	totalCents: order.total_cents,
	taxCents: order.tax_cents,
	email: order.email,
	userId: order.user_id,
	provider: order.provider,
	isGiven: order.provider === COMPLIMENTARY_PROVIDER,
	isLive: order.livemode,
	waiverVersion: order.waiver_version,
	waivedAt: order.waiver_accepted_at,
	ageRule: order.age_rule_version,
})

export async function readOrder(request: ConsoleRequest) {
	const { ctx } = request
	const { order, sessionId } = await requireOrder(request)
	const refunding = await readRefundFacts(ctx, ctx.db, order)
	const { buyer, reason } = await readBuyer(request, order)
	const isGiven = order.provider === COMPLIMENTARY_PROVIDER
	const accountId = order.user_id ?? (await findAccountOf(request, order))
	const access = await readOrderAccess(request, order)
	return {
		order: toShownOrder(order, { reason, ended: access?.state === 'ended' }),
		access,
		giver: isGiven ? await findGiver(request, order, accountId) : null,
		card: await readCard(request, order),
		buyer,
		accountId,
		opens: describeContents(ctx.content, contentsOf(order)),
		sessionId,
		...(await readInvoices(request, order)),
		policy: presentPolicy(order, refunding),
		refund: await findRefundStep(request, order, refunding),
		markableTransfer: await findMarkableTransfer(request, order),
		canReconcile: !isGiven,
		canResend: order.paid_at !== null && order.email !== null,
		story: await readOrderStory(ctx.db, order),
	}
}
