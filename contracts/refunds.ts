import { z } from 'zod'

import { REFUND_MESSAGE_MAX, REFUND_NAME_MAX } from '#domain/refunds/describe-refund.ts'
import type { RefundReason } from '#domain/refunds/evaluate-refund.ts'

/** Text without NUL, which the database can't store. */
const Text = z
	.string()
	.trim()
	.regex(/^[^\0]*$/, 'Please use letters only')

/** Body of `POST /api/orders/:orderId/refund`: a refund under our policy, or a withdrawal from the contract. */
export const RefundRequestSchema = z
	.object({
		kind: z.enum(['promise', 'withdrawal']),
		message: Text.max(REFUND_MESSAGE_MAX, `Please use at most ${REFUND_MESSAGE_MAX} characters`).default(''),
		/** Name of the person who withdraws, which the confirmation repeats. */
		name: Text.max(REFUND_NAME_MAX, `Please use at most ${REFUND_NAME_MAX} characters`).default(''),
	})
	.refine(({ kind, name }) => kind === 'promise' || name !== '', { path: ['name'], message: 'Please enter your name' })
export type RefundRequest = z.output<typeof RefundRequestSchema>

/** State of a request: refused, granted (not sent yet), sent (to the provider), settled (paid back), failed. */
export type RefundState = 'refused' | 'granted' | 'sent' | 'settled' | 'failed'

/** An earlier refund request. Times are RFC 3339, UTC. */
export type RefundRecord = {
	kind: 'promise' | 'withdrawal' | 'operator'
	state: RefundState
	reasons: RefundReason[]
	amountCents: number
	requestedAt: string
	/** Expected arrival of the money; null if refused. */
	expectedFrom: string | null
	expectedBy: string | null
	settledAt: string | null
}

type Verdict = { granted: boolean; reasons: RefundReason[] }

/** Response of `GET` and `POST /api/orders/:orderId/refund`: the order's current state under its refund policy. */
export type RefundView = {
	policyVersion: string
	/** Time from which a request is too late; null while nothing is paid. */
	askBefore: string | null
	meter: { opened: number; total: number; limitPercent: number }
	firstDownloadAt: string | null
	amountCents: number
	currency: string
	promise: Verdict
	/** Null once the legal withdrawal period is over. */
	withdrawal: (Verdict & { askBefore: string }) | null
	businessDays: { from: number; to: number }
	/** Newest request; null if there is none. */
	request: RefundRecord | null
	/** True if access is paused or has ended; false after a partial refund. */
	endsAccess: boolean
	/** True if access ended on the date that the team set: a refund then revokes only certificates. */
	hasEnded: boolean
}
