import { z } from 'zod'

import { REFUND_MESSAGE_MAX, REFUND_NAME_MAX } from '#domain/refunds/describe-refund.ts'
import type { RefundReason } from '#domain/refunds/evaluate-refund.ts'

/** A NUL cannot be stored. */
const Text = z
	.string()
	.trim()
	.regex(/^[^\0]*$/, 'Please use letters only')

/** Body of `POST /api/orders/:orderId/refund`: a refund by our promise, or the withdrawal from the contract. */
export const RefundRequest = z
	.object({
		kind: z.enum(['promise', 'withdrawal']),
		message: Text.max(REFUND_MESSAGE_MAX, `Please use at most ${REFUND_MESSAGE_MAX} characters`).default(''),
		/** Name of the person who withdraws; the confirmation repeats it. */
		name: Text.max(REFUND_NAME_MAX, `Please use at most ${REFUND_NAME_MAX} characters`).default(''),
	})
	.refine(({ kind, name }) => kind === 'promise' || name !== '', { path: ['name'], message: 'Please enter your name' })
export type RefundRequest = z.output<typeof RefundRequest>

/** State of a request: refused, granted (being sent), sent (at the provider), settled (money is back), failed. */
export type RefundState = 'refused' | 'granted' | 'sent' | 'settled' | 'failed'

/** An earlier request. Times are RFC 3339, UTC. */
export type RefundRecord = {
	kind: 'promise' | 'withdrawal' | 'operator'
	state: RefundState
	reasons: RefundReason[]
	amountCents: number
	requestedAt: string
	/** Expected arrival of the money; null when refused. */
	expectedFrom: string | null
	expectedBy: string | null
	settledAt: string | null
}

type Verdict = { granted: boolean; reasons: RefundReason[] }

/** Answer of `GET` and `POST /api/orders/:orderId/refund`: the state of the order under its refund policy, at this moment. */
export type RefundView = {
	policyVersion: string
	/** First moment at which a request is too late; null while nothing is paid. */
	askBefore: string | null
	meter: { opened: number; total: number; limitPercent: number }
	firstDownloadAt: string | null
	amountCents: number
	currency: string
	promise: Verdict
	/** Null once the days in which the law may let a buyer withdraw are over. */
	withdrawal: (Verdict & { askBefore: string }) | null
	businessDays: { from: number; to: number }
	/** Newest request; null without one. */
	request: RefundRecord | null
}
