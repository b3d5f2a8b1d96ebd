import { formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import { isReminderDue } from '#domain/orders/check-transfer.ts'
import { formatIban } from '#domain/orders/iban.ts'
import { formatReference } from '#domain/orders/transfer-reference.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { Transfer } from '#server/adapters/payments/port.ts'
import { inTransaction, type Tx } from '#server/db/database.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { lockOrder } from '#server/services/commerce/orders/lock-order.ts'
import type { RenderedMail, ServiceContext } from '#server/services/context.ts'
import { alertFormsNearlyUsed } from '#server/services/identity/codes/message-turn.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/entitlements.ts'
import { enqueueRateLimited, enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'

import { toTransferFacts } from './mark-transfer-paid.ts'

export type TransferMailStep = 'asked' | 'reminder'
type MailSite = Pick<ServiceContext, 'config' | 'content'>
export type TransferNews = { order: OrderRow; transfer: Transfer }

const TEXTS: Record<TransferMailStep, { heading: string; subject: (product: string) => string; opening: (product: string) => string }> = {
	asked: {
		heading: 'How to pay for your order',
		subject: (product) => `How to pay for ${product}`,
		opening: (product) => `Thank you for ordering ${product}. Please send exactly this amount from your bank and include the reference.`,
	},
	reminder: {
		heading: 'Your transfer hasn’t arrived yet',
		subject: (product) => `Reminder: your bank transfer for ${product}`,
		opening: (product) =>
			`We haven’t received your payment for ${product} yet. If you still want the course, please send exactly this amount and include the reference.`,
	},
}

export const TRANSFER_STEPS = Object.keys(TEXTS) as TransferMailStep[]
const templateOf = (step: TransferMailStep) => `order.transfer-${step}`
/** Templates of the emails that anyone can trigger for any address. They share one limit. */
export const TRANSFER_TEMPLATES = TRANSFER_STEPS.map(templateOf)

export function transferMail(step: TransferMailStep, { order, transfer }: TransferNews, { config, content }: MailSite): RenderedMail {
	const { account, remindAfterDays, expireAfterDays } = content.bankTransfer
	const { heading, subject, opening } = TEXTS[step]
	const payBy = formatUtcDay(transfer.expiresAt)
	const mail = {
		heading,
		paragraphs: [
			opening(order.product_name),
			`Amount: ${formatMoney(transfer.amountCents, transfer.currency)} ${transfer.currency.toUpperCase()}`,
			`Reference: ${formatReference(transfer.reference)}`,
			`Account holder: ${account.holder}`,
			`IBAN: ${formatIban(account.iban)}`,
			`BIC: ${account.bic}`,
			'Your course opens once we confirm your payment, and we email you the receipt and your access.',
		],
		action: { label: 'See your order', url: `${config.siteUrl}${paths.order(transfer.checkoutId)}` },
		notes: [
			...(order.livemode ? [] : ['Test mode: please don’t send any money.']),
			step === 'asked'
				? `We’ll remind you once, after ${remindAfterDays} days. If the money hasn’t arrived by ${payBy}, ${expireAfterDays} days after your order, the order closes and you owe nothing.`
				: `If the money hasn’t arrived by ${payBy}, the order closes and you owe nothing. If you’ve already sent it, there’s nothing left to do.`,
			...(order.user_id === null
				? ['Didn’t order anything? Someone probably entered your address by mistake. You don’t need to do anything.']
				: []),
		],
	}
	return { template: templateOf(step), subject: subject(order.product_name), ...layoutMail(content, mail) }
}

/** Charges an email to an unverified address to the budget of public forms. Reminders are sent by the system and are exempt. */
async function chargeFormBudget(ctx: ServiceContext, tx: Tx): Promise<boolean> {
	if (ctx.actor.type === 'system' || ctx.isLocalDevelopment) return true
	const { isAllowed, isNearlyOver } = await ctx.messageBudget.spendOnForm(tx)
	if (isNearlyOver) await alertFormsNearlyUsed(ctx, tx)
	return isAllowed
}

/**
 * Emails a step of a bank transfer, once per order. Call it while holding the order's lock. A guest may have entered someone else's
 * address, so an unverified address gets only a few emails a day.
 * @returns false if the order has no address, this step was emailed before, or a limit is reached
 */
export async function mailTransfer(ctx: ServiceContext, tx: Tx, { step, ...news }: TransferNews & { step: TransferMailStep }) {
	const { user_id: userId, email: to, id } = news.order
	if (to === null) return false
	const message = { to, ...transferMail(step, news, ctx), dedupeKey: `transfer-${step}:${id}` }
	const isVerified = userId !== null && (await findVerifiedEmail(tx, userId)) === to
	if (!isVerified && !(await chargeFormBudget(ctx, tx))) return false
	const sent = isVerified ? enqueueMessage(ctx, tx, message) : enqueueRateLimited(ctx, tx, { message, templates: TRANSFER_TEMPLATES })
	return (await sent) !== null
}

/** Sends one reminder. Checks under the order's lock, so that none is sent after a payment was marked. */
const remindOne = (ctx: ServiceContext, { checkoutId, orderId }: Transfer): Promise<boolean> =>
	inTransaction(ctx.db, async (tx) => {
		const order = await lockOrder(tx, orderId)
		const transfer = await ctx.payments.transfers?.find(tx, checkoutId)
		if (!transfer || transfer.paidAt !== null || order.status !== 'pending') return false
		return mailTransfer(ctx, tx, { step: 'reminder', order, transfer })
	})

/** Reminds buyers of unpaid bank transfers, once per order. Returns the number of reminders sent. */
export async function remindTransfers(ctx: ServiceContext): Promise<number> {
	if (ctx.payments.transfers === null) return 0
	const day = { nowMs: ctx.now().getTime(), days: ctx.content.bankTransfer.remindAfterDays }
	let reminded = 0
	for (const transfer of await ctx.payments.transfers.listOpen(ctx.db))
		if (isReminderDue(toTransferFacts(transfer), day) && (await remindOne(ctx, transfer))) reminded += 1
	return reminded
}
