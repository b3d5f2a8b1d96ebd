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
		text: 'Your bank has not answered yet. We write as soon as it does; you need not pay again.',
	},
	paid: { label: 'Paid', text: 'The payment is complete.' },
	failed: { label: 'Payment failed', text: 'The payment did not go through, and nothing was charged.' },
	expired: { label: 'Expired', text: 'The checkout was closed because its time was over. Nothing was charged.' },
	canceled: { label: 'Canceled', text: 'A newer checkout took the place of this one. Nothing was charged.' },
	unknown: { label: 'Unknown', text: 'We do not know how this payment stands.' },
	refunded: { label: 'Refunded', text: `The whole amount went back the way it came. Your bank may take ${REFUND_TIME} to show it.` },
	partially_refunded: { label: 'Partly refunded', text: 'A part of the amount went back the way it came. Your access stays.' },
	refund_pending: { label: 'Refund on its way', text: `The money is on its way back to you. It arrives within ${REFUND_TIME}.` },
	disputed: { label: 'Disputed', text: 'Your bank is looking at this payment. Access rests until it has decided.' },
	dispute_lost: { label: 'Returned by the bank', text: 'Your bank took the payment back, so the order is closed.' },
}

/** What the order opens, as it stands. */
export const ACCESS_WORDS = {
	active: 'Open: templates, tools and the certificate belong to you.',
	suspended: 'Resting until the payment is settled.',
	revoked: 'Ended with the payment that opened it.',
	none: 'Not opened yet.',
} as const
