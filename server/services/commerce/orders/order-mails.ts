import { formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { promisesMoneyBack } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { refundConditions } from '#domain/refunds/describe-refund.ts'
import { findRefundPolicy, type RefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { Db } from '#server/db/database.ts'
import type { MailSite, RenderedMail } from '#server/services/context.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'

import type { OrderRow } from './find-order.ts'

/**
 * Access method for a buyer. `signed-in`: through their account. `code`: by an emailed one-time code and link, which prove that a guest
 * owns the mailbox.
 */
export type BuyerAccess = { kind: 'signed-in' } | { kind: 'code'; code: string; link: string; hours: number }

const refundLine = (policy: RefundPolicy) =>
	`You have ${policy.windowDays} days to ask for your money back, as long as ${refundConditions(policy)}. What you read before paying never counts.`

type ReceiptDetails = { sessionId: string; hasInvoice: boolean }

const INVOICE_NOTE = 'Your invoice is on your order page. Sign in with this email address to download it.'

const REFUNDED_NOTES: Readonly<Record<string, readonly string[]>> = {
	refunded: ['This payment was refunded.'],
	partially_refunded: ['Part of this payment was refunded.'],
}

export function receiptMail({ config, content }: MailSite, order: OrderRow, { sessionId, hasInvoice }: ReceiptDetails): RenderedMail {
	const discount =
		order.discount_code === null ? [] : [`Code ${order.discount_code}: -${formatMoney(order.discount_cents, order.currency)}`]
	const mail = {
		heading: 'Thank you! Here is your receipt',
		paragraphs: [
			`${order.product_name}: ${formatMoney(order.subtotal_cents, order.currency)}`,
			...discount,
			`Paid: ${formatMoney(order.total_cents, order.currency)} ${order.currency.toUpperCase()} on ${formatUtcDay(order.paid_at ?? order.updated_at)}`,
			`Order number: ${orderNumber(order.id)}`,
		],
		action: { label: 'See your receipt', url: `${config.siteUrl}${paths.order(sessionId)}` },
		notes: [
			...(order.livemode ? [] : ['Test mode: no money moved.']),
			...(hasInvoice ? [INVOICE_NOTE] : []),
			...(REFUNDED_NOTES[order.status] ?? []),
			...(promisesMoneyBack(order.status, order.total_cents) ? [refundLine(findRefundPolicy(order.refund_policy_version))] : []),
		],
	}
	return { template: 'order.receipt', subject: `Your receipt for ${order.product_name}`, ...layoutMail(content, mail) }
}

export function accessMail({ config, content }: MailSite, order: OrderRow, access: BuyerAccess & { endsAt: Date | null }): RenderedMail {
	const end = access.endsAt ? [`Your access ends on ${formatUtcDay(access.endsAt)} (UTC).`] : []
	const heading = 'Your course is open'
	const subject = `Your access to ${order.product_name}`
	if (access.kind === 'signed-in') {
		const action = { label: 'Go to your dashboard', url: `${config.siteUrl}${paths.dashboard}` }
		const paragraphs = [`${order.product_name} is now unlocked in your account. Sign in with this email address to get started.`, ...end]
		return { template: 'order.access', subject, ...layoutMail(content, { heading, paragraphs, action, notes: [] }) }
	}
	const later = `${config.siteUrl}${paths.login}`
	const mail = {
		heading,
		paragraphs: [
			`${order.product_name} is now unlocked for this email address. Press the button to sign in, or enter this code on the page that asks for one.`,
			...end,
		],
		code: access.code,
		action: { label: 'Open my course', url: access.link },
		notes: [
			`The code or the link works once, within ${access.hours} hours. After that, you can get a new code for this address at ${later} at any time.`,
			'Didn’t buy anything? Just ignore this email: no one can sign in without the code.',
		],
	}
	return { template: 'order.access', subject, ...layoutMail(content, mail) }
}

const MAX = 100

/**
 * Lists the emails about an order. Of the last hundred to the buyer since the purchase, these are the ones whose deduplication key
 * contains the ID of the order or of one of its checkouts, refund requests or refunds.
 */
export async function listOrderMails(db: Db, order: OrderRow) {
	if (order.email === null) return []
	const requests = await db.selectFrom('refund_requests').select('id').where('order_id', '=', order.id).execute()
	const refunds = await db.selectFrom('refunds').select('provider_refund_id as id').where('order_id', '=', order.id).execute()
	const checkouts = await db.selectFrom('checkout_sessions').select('provider_session_id as id').where('order_id', '=', order.id).execute()
	const relatedIds = [order.id, ...[...requests, ...refunds, ...checkouts].map(({ id }) => id)]
	const mails = await db
		.selectFrom('outbox_messages')
		.select(['template', 'subject', 'status', 'created_at', 'sent_at', 'dedupe_key', 'last_error'])
		.where('to_address', '=', order.email)
		.where('created_at', '>=', order.created_at)
		.where('dedupe_key', 'is not', null)
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(MAX)
		.execute()
	return mails.filter(({ dedupe_key: key }) => relatedIds.some((id) => key?.includes(id)))
}
