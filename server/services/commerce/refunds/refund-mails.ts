import { formatLastUtcDay, formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import { deriveAccess } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { describeBusinessDays, describeReasons } from '#domain/refunds/describe-refund.ts'
import type { RefundReason } from '#domain/refunds/evaluate-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { Tx } from '#server/db/database.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import type { MailSite, ServiceContext } from '#server/services/context.ts'
import { hasAccessEnded } from '#server/services/learning/entitlements/entitlements.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { layoutMail, type MailText } from '#server/services/messaging/outbox/mail-layout.ts'

import type { RefundRequestRow } from './read-refund-facts.ts'

export type RefundStep = 'requested' | 'granted' | 'refused' | 'settled' | 'failed'

/** `key`: ID of the refund request, or of a refund made at the provider. Each step sends one email per key. */
export type RefundNews = {
	order: OrderRow
	key: string
	amountCents: number
	request: RefundRequestRow | null
	/** True if access had already ended at the time that the team set. */
	hasEnded?: boolean
}

const timeOf = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
const policyOf = (order: OrderRow) => findRefundPolicy(order.refund_policy_version)

const ACCESS_ENDED = 'Your access to the course, its templates and the certificate has ended with this refund.'
const CERTIFICATE_ENDED = 'Your access had already ended. If you earned a certificate, it has ended with this refund.'

/**
 * Confirms a refund request by email. For a withdrawal, this is the confirmation on a durable medium: it quotes the declaration
 * and its time.
 */
function requestedText({ order, request }: RefundNews): MailText {
	const orderLine = `Order: ${order.product_name}, ${formatMoney(order.total_cents, order.currency)}, paid on ${formatUtcDay(order.paid_at ?? order.created_at)}`
	const message = request?.message ? [`You wrote: ${request.message}`] : []
	const at = timeOf(request?.requested_at ?? order.updated_at)
	if (request?.kind === 'withdrawal')
		return {
			heading: 'We have your withdrawal',
			paragraphs: [
				`You declared: "I withdraw from the contract on the order named here." Name: ${request.declared_name ?? ''}. Received on ${at}.`,
				orderLine,
				...message,
			],
			notes: [
				'Please keep this message: it confirms that we received your declaration, and when. We’ll send our decision in a separate email.',
			],
		}
	return {
		heading: request?.kind === 'operator' ? 'We’re looking at your order' : 'We have your refund request',
		paragraphs: [`Received on ${at}.`, orderLine, ...message],
		notes: ['We’ll send our decision in a separate email.'],
	}
}

function grantedText({ order, request, amountCents, hasEnded }: RefundNews): MailText {
	const until = request?.expected_by ? ` We expect it by the end of ${formatLastUtcDay(request.expected_by)}.` : ''
	return {
		heading: 'Your refund is approved',
		paragraphs: [
			`${formatMoney(amountCents, order.currency)} goes back to the card or account you paid with and arrives in ${describeBusinessDays(policyOf(order))}.${until}`,
		],
		notes: [
			deriveAccess(order.status) === 'active'
				? 'This refund doesn’t change your access.'
				: hasEnded
					? 'The access that came with this payment has already ended. If you earned a certificate, it’s valid until the money is sent.'
					: 'The access that came with this payment is paused from now on, and ends when the money is sent.',
		],
	}
}

function refusedText({ order, request }: RefundNews): MailText {
	const reasonTexts = describeReasons(policyOf(order))
	const reasons = (request?.reasons ?? []) as RefundReason[]
	return {
		heading: 'We couldn’t approve your refund request',
		paragraphs: ['The refund policy of your order doesn’t cover it:', ...reasons.map((reason) => reasonTexts[reason])],
		notes: [
			'Your access stays as it is.',
			'This decision follows the policy automatically. If there’s more we should know, write to us: a person will look at it and may decide differently.',
			'This does not affect any rights you have under the consumer law of your country.',
		],
	}
}

const settledText = ({ order, amountCents, hasEnded }: RefundNews): MailText => ({
	heading: 'Your money is on its way',
	paragraphs: [
		`${formatMoney(amountCents, order.currency)} was sent back to the card or account you paid with. Your bank may take a few business days to show it.`,
	],
	notes: order.status === 'refunded' ? [hasEnded ? CERTIFICATE_ENDED : ACCESS_ENDED] : [],
})

const failedText = ({ order, amountCents, hasEnded }: RefundNews): MailText => ({
	heading: 'Your refund didn’t go through',
	paragraphs: [
		`The bank or the payment provider didn’t accept the refund of ${formatMoney(amountCents, order.currency)}. Our team knows and is looking for another way to pay you back. You don’t need to ask again.`,
	],
	notes: hasEnded ? [] : ['Until you have your money back, you keep your access.'],
})

const STEPS: Record<RefundStep, { text: (news: RefundNews) => MailText; subject: (product: string) => string }> = {
	requested: { text: requestedText, subject: (product) => `We have your request for ${product}` },
	granted: { text: grantedText, subject: (product) => `Refund approved for ${product}` },
	refused: { text: refusedText, subject: (product) => `Refund not approved for ${product}` },
	settled: { text: settledText, subject: (product) => `Refund sent for ${product}` },
	failed: { text: failedText, subject: (product) => `Refund failed for ${product}` },
}

export const REFUND_STEPS = Object.keys(STEPS) as RefundStep[]

export function refundMail({ config, content }: MailSite, step: RefundStep, news: RefundNews) {
	const { order } = news
	const { text, subject } = STEPS[step]
	const page = { label: 'See your order', url: `${config.siteUrl}${paths.order(order.id)}` }
	const testMode = order.livemode ? [] : ['Test mode: no money moved.']
	const mailText = text(news)
	return {
		template: `refund.${step}`,
		subject: subject(order.product_name),
		...layoutMail(content, { ...mailText, action: page, notes: [...mailText.notes, ...testMode] }),
	}
}

/** Queues the email for a step of a refund, at most one per step. Does nothing if the order has no email address. */
export async function mailRefundStep(ctx: ServiceContext, tx: Tx, { step, news }: { step: RefundStep; news: RefundNews }): Promise<void> {
	const { email } = news.order
	if (email === null) return
	const hasEnded = await hasAccessEnded(tx, news.order.id)
	await enqueueMessage(ctx, tx, {
		to: email,
		...refundMail(ctx, step, { ...news, hasEnded }),
		dedupeKey: `refund-${step}:${news.key}`,
	})
}
