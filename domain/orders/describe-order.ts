import { describeBusinessDays } from '#domain/refunds/describe-refund.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'

const REFUND_TIME = describeBusinessDays(currentRefundPolicy)

/** Label and explanation of each order status. */
export const ORDER_STATUS_WORDS = {
	verifying: { label: 'Not paid', text: 'The order is open, and no payment has arrived yet.' },
	processing: {
		label: 'Payment in progress',
		text: 'Your bank hasn’t answered yet. We’ll email you as soon as it does. You don’t need to pay again.',
	},
	paid: { label: 'Paid', text: 'The payment is complete.' },
	failed: { label: 'Payment failed', text: 'The payment didn’t go through, and nothing was charged.' },
	expired: { label: 'Expired', text: 'No payment arrived in time, so the order was closed and nothing was charged.' },
	canceled: { label: 'Canceled', text: 'The order was closed, most likely because you started a newer one. Nothing was charged.' },
	unknown: { label: 'Unknown', text: 'We don’t know the status of this payment yet.' },
	refunded: {
		label: 'Refunded',
		text: `We sent the full amount back to the card or account you paid with. Your bank may take ${REFUND_TIME} to show it.`,
	},
	partially_refunded: {
		label: 'Partly refunded',
		text: 'We sent part of the amount back to the card or account you paid with. This doesn’t change your access.',
	},
	refund_pending: { label: 'Refund approved', text: `You get the money back in ${REFUND_TIME}.` },
	disputed: { label: 'Disputed', text: 'Your bank is reviewing this payment. Your access is paused until it decides.' },
	dispute_lost: { label: 'Returned by the bank', text: 'Your bank took the payment back, so the order is closed.' },
}

export const ACCESS_EXPLANATIONS = {
	active: 'Open: the templates, tools and certificate are yours.',
	suspended: 'Paused until the payment is settled.',
	ended: 'Ended. Your progress, notes and certificates are saved. To continue where you stopped, buy the course.',
	revoked: 'Ended, because the payment was returned.',
	none: 'Not opened yet.',
} as const

export const CONSENT_MISSING_MESSAGE = 'Please check this box to place your order.'
