import { bankTransfer } from '#content/bank-transfer.server.ts'
import { formatUtcDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'
import { formatIban } from '#domain/orders/iban.ts'
import { formatReference } from '#domain/orders/transfer-reference.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { Transfer } from '#server/adapters/payments/port.ts'
import type { Config } from '#server/config/config.ts'
import type { OrderMail } from '#server/services/commerce/orders/order-mails.ts'
import type { OrderRow } from '#server/services/commerce/orders/order-rows.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'

export type TransferMailStep = 'asked' | 'reminder'
export type TransferNews = { order: OrderRow; transfer: Transfer }

const { account, remindAfterDays, expireAfterDays } = bankTransfer

const HEADINGS: Record<TransferMailStep, { heading: string; subject: (product: string) => string }> = {
	asked: { heading: 'How to pay for your order', subject: (product) => `How to pay for ${product}` },
	reminder: { heading: 'We are still waiting for your transfer', subject: (product) => `Reminder: your transfer for ${product}` },
}

export const TRANSFER_STEPS = Object.keys(HEADINGS) as TransferMailStep[]
const templateOf = (step: TransferMailStep) => `order.transfer-${step}`
/** Anybody can cause these, for any address. */
export const TRANSFER_TEMPLATES = TRANSFER_STEPS.map(templateOf)

/** What to send, where to and until when: the same as on the order's page. */
export function transferMail(step: TransferMailStep, { order, transfer }: TransferNews, config: Config): OrderMail {
	const { heading, subject } = HEADINGS[step]
	const mail = {
		heading,
		paragraphs: [
			`${order.product_name}: please send exactly this amount, with this reference.`,
			`Amount: ${formatMoney(transfer.amountCents)} ${transfer.currency.toUpperCase()}`,
			`Reference: ${formatReference(transfer.reference)}`,
			`Account holder: ${account.holder}`,
			`IBAN: ${formatIban(account.iban)}`,
			`BIC: ${account.bic}`,
			'The course opens as soon as the money is here. You then get the receipt and your access by email.',
		],
		action: { label: 'See your order', url: `${config.siteUrl}${paths.order(transfer.checkoutId)}` },
		notes: [
			...(order.livemode ? [] : ['Test mode: no money moves, so please send none.']),
			step === 'asked'
				? `We remind you once, after ${remindAfterDays} days. If the money is not here ${expireAfterDays} days after your order, on ${formatUtcDay(transfer.expiresAt)}, the order is closed and you owe nothing.`
				: `If the money is not here on ${formatUtcDay(transfer.expiresAt)}, the order is closed and you owe nothing. If you have sent it already, there is nothing left to do.`,
		],
	}
	return { template: templateOf(step), subject: subject(order.product_name), ...layoutMail(mail) }
}
