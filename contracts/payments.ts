import { z } from 'zod'

import type { CourseContents } from '#domain/gating/course-contents.ts'

/** Longest email address that any form accepts. */
const EMAIL_MAX = 254

const Email = z
	.string()
	.trim()
	.toLowerCase()
	.max(EMAIL_MAX)
	.regex(/^[^\s\0@<>()[\]\\,;:"]+@[^\s\0@<>()[\]\\,;:"]+\.[^\s\0@<>()[\]\\,;:".]+$/, 'Please enter a valid email address')

/** An empty text field counts as not given. */
const blankIsAbsent = <T extends z.ZodType>(schema: T) =>
	z.preprocess((value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value), schema.optional())

const CouponCode = z
	.string()
	.trim()
	.max(64)
	.regex(/^[^\0]*$/)

/** Body of `POST /functions/v1/create-payment`. Amounts are never taken from a client. */
export const CreatePayment = z.object({
	productName: z.string().trim().min(1).max(200),
	couponCode: blankIsAbsent(CouponCode),
	email: blankIsAbsent(Email),
})
export type CreatePayment = z.output<typeof CreatePayment>

/** Answer of create-payment: where the browser goes next, or why it does not. */
export type CreatePaymentAnswer = { url: string } | { error: string }

/** Body of `POST /api/discounts/check`: previews a code's effect on the price. Nothing is stored. */
export const CheckDiscount = z.object({
	code: CouponCode.min(1),
	productName: z.string().trim().min(1).max(200),
	email: blankIsAbsent(Email),
})
export type CheckDiscount = z.output<typeof CheckDiscount>

export type DiscountRefusal = 'unknown' | 'expired' | 'used-up' | 'already-used' | 'wrong-product' | 'sign-in-needed'

/** Integer cents of `currency` (lower-case ISO 4217). */
export type OrderAmounts = { currency: string; subtotalCents: number; discountCents: number; totalCents: number }

export type DiscountPreview =
	| { accepted: true; code: string; amounts: OrderAmounts }
	| { accepted: false; reason: DiscountRefusal; message: string; amounts: OrderAmounts }

/** `verifying`: not paid yet, ask again. `unknown`: no such order for this address; no further detail. */
export type OrderStatusAnswer = 'verifying' | 'paid' | 'processing' | 'failed' | 'expired' | 'canceled' | 'unknown'

/** Answer of `GET /api/orders/by-session/:sessionId`. `orderId` is the session id. */
export type OrderBySession =
	| { status: 'unknown' }
	| {
			status: Exclude<OrderStatusAnswer, 'unknown'>
			orderId: string
			/** `page` is the address of its offer; null if it is no longer sold. */
			product: { code: string; name: string; page: string | null }
			amounts: OrderAmounts
			discountCode: string | null
			/** Masked, e.g. `a***@example.com`; null until the checkout knows one. */
			email: string | null
			/** The full address, for the browser that opened the checkout as a guest, once it is paid; null for all others. */
			signInAs: string | null
			/** RFC 3339, UTC. */
			paidAt: string | null
			/** True in the sandbox, which takes no real money. */
			testMode: boolean
	  }

/** One of the learner's own orders, newest first in `GET /api/orders`. */
export type OrderSummary = {
	orderId: string
	/** Short, as people read it. */
	number: string
	status: OrderStatusAnswer | 'refunded' | 'partially_refunded' | 'refund_pending' | 'disputed' | 'dispute_lost'
	product: { code: string; name: string }
	amounts: OrderAmounts
	discountCode: string | null
	createdAt: string
	paidAt: string | null
	testMode: boolean
}

/** `entitlements`: product codes whose paid content is open to the learner; `opens`: the courses and modules that they open. */
export type OrderList = { orders: OrderSummary[]; entitlements: string[]; opens: CourseContents }

/** `none`: the order unlocked nothing. */
export type AccessState = 'active' | 'suspended' | 'revoked' | 'none'

/**
 * Bank transfer state of an unpaid order. `to-confirm`: the buyer has still to agree to the terms; `awaited`: amount and account are shown.
 * `payBy` is when the order is closed if it was not placed, or no money came. Times are RFC 3339, UTC.
 */
export type OrderTransfer =
	| { state: 'to-confirm'; asksEmail: boolean; consent: { version: string; label: string; note: string }; payBy: string }
	| {
			state: 'awaited'
			/** With its dashes; to be written on the transfer. */
			reference: string
			account: { holder: string; iban: string; bic: string }
			payBy: string
			remindAfterDays: number
	  }

/** Body of `POST /api/orders/:orderId/transfer`: the buyer agrees to the terms and places the order. */
export const AcceptTransfer = z.object({
	/** Version of the text that was ticked. */
	consent: z.string().max(20),
	/** Required if the order has no address yet. */
	email: blankIsAbsent(Email),
})
export type AcceptTransfer = z.output<typeof AcceptTransfer>

/** An invoice or credit note of an order. `issuedOn` is YYYY-MM-DD, by the seller's calendar. */
export type InvoiceSummary = {
	id: string
	kind: 'invoice' | 'credit_note'
	number: string
	issuedOn: string
	currency: string
	totalCents: number
}

/** Answer of `GET /api/orders/:orderId`: all that the receipt page says. Times are RFC 3339, UTC. */
export type OrderReceipt = OrderSummary & {
	/** In full for its owner; masked for a guest, who only has the checkout's id. */
	email: string | null
	access: AccessState
	/** The refund policy of the order's day, by version. */
	refundPolicy: string
	/** First moment at which a refund request is too late; null while nothing is paid. */
	refundUntil: string | null
	waiver: { version: string; acceptedAt: string } | null
	/** Bank transfer details; null unless a transfer is awaited. */
	transfer: OrderTransfer | null
	/** For its owner alone; empty for a guest, and where none are made. */
	invoices: InvoiceSummary[]
}
