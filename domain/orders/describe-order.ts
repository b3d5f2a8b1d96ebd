import { businessDaysOf } from '#domain/refunds/describe-refund.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'

const REFUND_TIME = businessDaysOf(currentRefundPolicy)

type Status =
	| 'verifying'
	| 'processing'
	| 'paid'
	| 'failed'
	| 'expired'
	| 'canceled'
	| 'unknown'
	| 'refunded'
	| 'partially_refunded'
	| 'refund_pending'
	| 'disputed'
	| 'dispute_lost'

/** What each state of a payment means to its buyer, in a word and in a sentence. */
export const PAYMENT_WORDS: Readonly<Record<Status, { label: string; text: string }>> = {
	verifying: { label: 'Not paid', text: 'The checkout is open and nothing was charged.' },
	processing: {
		label: 'Payment in progress',
		text: 'Your bank has not answered yet. We will email you as soon as it does. You do not need to pay again.',
	},
	paid: { label: 'Paid', text: 'The payment is complete.' },
	failed: { label: 'Payment failed', text: 'The payment did not go through, and nothing was charged.' },
	expired: { label: 'Expired', text: 'The checkout was closed because it was open for too long. Nothing was charged.' },
	canceled: { label: 'Canceled', text: 'You started a newer checkout, so this one was closed. Nothing was charged.' },
	unknown: { label: 'Unknown', text: 'We do not know the status of this payment yet.' },
	refunded: {
		label: 'Refunded',
		text: `We sent the full amount back to the card or account you paid with. Your bank may take ${REFUND_TIME} to show it.`,
	},
	partially_refunded: {
		label: 'Partly refunded',
		text: 'We sent part of the amount back to the card or account you paid with. You keep your access.',
	},
	refund_pending: { label: 'Refund on its way', text: `The money is on its way back to you. It arrives in ${REFUND_TIME}.` },
	disputed: { label: 'Disputed', text: 'Your bank is reviewing this payment. Your access is paused until it decides.' },
	dispute_lost: { label: 'Returned by the bank', text: 'Your bank took the payment back, so the order is closed.' },
}

/** What the order currently unlocks. */
export const ACCESS_WORDS = {
	active: 'Open: the templates, tools and certificate are yours.',
	suspended: 'Paused until the payment is settled.',
	revoked: 'Ended, because the payment was returned.',
	none: 'Not opened yet.',
} as const
