import { letterheadOf } from '#content/logo.ts'
import { formatLastUtcDay, formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import type { AccessState, OrderReceipt } from '#contracts/payments.ts'
import { ACCESS_EXPLANATIONS, ORDER_STATUS_WORDS } from '#domain/orders/describe-order.ts'
import { maskEmail } from '#domain/orders/mask-email.ts'
import { promisesMoneyBack } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { refundConditions } from '#domain/refunds/describe-refund.ts'
import { refundDeadline } from '#domain/refunds/refund-deadline.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { DocumentBlock, PrintedDocument } from '#server/adapters/documents/port.ts'
import { listInvoices, summarizeInvoice } from '#server/services/commerce/invoices/find-invoices.ts'
import { describeTransfer } from '#server/services/commerce/orders/describe-transfer.ts'
import { findOrder, isOrderOwner, orderNotFound, type OrderRow, summarizeOrder } from '#server/services/commerce/orders/find-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isOpen } from '#server/services/learning/entitlements/entitlements.ts'

import { refreshPendingOrder } from './read-order-by-session.ts'

async function readAccess({ db }: ServiceContext, order: OrderRow): Promise<{ access: AccessState; endsAt: Date | null }> {
	const found = db
		.selectFrom('entitlements')
		.select(['state', 'ends_at', isOpen.as('is_open')])
		.where('order_id', '=', order.id)
	const row = await found.executeTakeFirst()
	if (!row || row.state === 'revoked') return { access: row?.state ?? 'none', endsAt: null }
	return { access: row.state === 'active' && !row.is_open ? 'ended' : row.state, endsAt: row.ends_at }
}

/**
 * Returns an order for its receipt: to its owner or, for a guest's order, to anyone with the checkout ID, with the email masked.
 * @throws ServiceError order_not_found (404), also for another person's order
 */
export async function readReceipt(ctx: ServiceContext, id: string): Promise<OrderReceipt> {
	const found = await findOrder(ctx, id)
	if (!found) throw orderNotFound()
	const { sessionId } = found
	const isOwner = await isOrderOwner(ctx, found.order)
	if (!isOwner && (found.order.user_id !== null || sessionId !== id)) throw orderNotFound()
	if (sessionId !== null) await refreshPendingOrder(ctx, found.order, sessionId)
	const { order } = (await findOrder(ctx, id)) ?? found
	const { email, paid_at: paidAt, refund_policy_version: policy, waiver_version: version, waiver_accepted_at: acceptedAt } = order
	const { access, endsAt } = await readAccess(ctx, order)
	return {
		...summarizeOrder(order, { sessionId, endsAt }),
		email: email === null || isOwner ? email : maskEmail(email),
		access,
		refundPolicy: policy,
		refundUntil: paidAt && new Date(refundDeadline(paidAt.getTime(), findRefundPolicy(policy).windowDays)).toISOString(),
		waiver: version !== null && acceptedAt !== null ? { version, acceptedAt: acceptedAt.toISOString() } : null,
		transfer: await describeTransfer(ctx, order, sessionId),
		invoices: isOwner ? (await listInvoices(ctx.db, order.id)).map(summarizeInvoice) : [],
	}
}

function amounts({ amounts: { subtotalCents, discountCents, totalCents, currency }, product, discountCode }: OrderReceipt): DocumentBlock {
	const discount = discountCents > 0 ? [{ cells: [`Code ${discountCode ?? ''}`.trim(), formatMoney(-discountCents, currency)] }] : []
	return {
		kind: 'table',
		head: ['Item', currency.toUpperCase()],
		widths: [4, 1],
		rows: [
			{ cells: [product.name, formatMoney(subtotalCents, currency)] },
			...discount,
			{ cells: ['Total', formatMoney(totalCents, currency)] },
		],
	}
}

export function layOutReceipt(ctx: Pick<ServiceContext, 'config' | 'now' | 'content'>, receipt: OrderReceipt): PrintedDocument {
	const state = ORDER_STATUS_WORDS[receipt.status]
	const field = (label: string, value: string | null): DocumentBlock[] => (value === null ? [] : [{ kind: 'field', label, value }])
	return {
		title: receipt.paidAt === null ? 'Order' : 'Receipt',
		subject: receipt.product.name,
		publisher: ctx.content.site.name,
		letterhead: letterheadOf(ctx.content),
		isLandscape: false,
		madeAt: ctx.now(),
		blocks: [
			...field('Order number', receipt.number),
			...field(receipt.paidAt === null ? 'Ordered on' : 'Paid on', formatUtcDay(receipt.paidAt ?? receipt.createdAt)),
			...field('Email', receipt.email),
			amounts(receipt),
			...field('Payment', `${state.label}. ${state.text}`),
			...field('Access', ACCESS_EXPLANATIONS[receipt.access]),
			...(receipt.accessEndsAt === null
				? []
				: field(receipt.access === 'ended' ? 'Access ended' : 'Access ends', `${formatUtcDay(receipt.accessEndsAt)} (UTC)`)),
			...(receipt.testMode ? ([{ kind: 'text', text: 'Test mode: no money moved.' }] as const) : []),
			...(receipt.refundUntil === null || !promisesMoneyBack(receipt.status, receipt.amounts.totalCents)
				? []
				: ([
						{ kind: 'heading', text: 'Money back' },
						{
							kind: 'text',
							text: `You can ask for your money back until the end of ${formatLastUtcDay(receipt.refundUntil)} (UTC), as long as ${refundConditions(findRefundPolicy(receipt.refundPolicy))}. What you read before paying never counts. Terms: ${ctx.config.siteUrl}${paths.terms}`,
						},
					] as const)),
			...(receipt.waiver === null
				? []
				: field(
						'Immediate access',
						`Requested on ${formatUtcDay(receipt.waiver.acceptedAt)} (consent text of ${formatUtcDay(receipt.waiver.version)})`,
					)),
		],
	}
}

export const printReceipt = (
	ctx: Pick<ServiceContext, 'config' | 'documents' | 'now' | 'content'>,
	receipt: OrderReceipt,
): Promise<Uint8Array> => ctx.documents.print(layOutReceipt(ctx, receipt))
