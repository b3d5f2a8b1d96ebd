import { z } from 'zod'

import type { CourseContents } from '#domain/gating/course-contents.ts'

/** Maximum length of an email address in forms. */
const EMAIL_MAX = 254

const Email = z
	.string()
	.trim()
	.toLowerCase()
	.max(EMAIL_MAX)
	.regex(/^[^\s\0@<>()[\]\\,;:"]+@[^\s\0@<>()[\]\\,;:"]+\.[^\s\0@<>()[\]\\,;:".]+$/, 'Please enter a valid email address')

/** Treats null and blank text as missing. */
const blankIsAbsent = <T extends z.ZodType>(schema: T) =>
	z.preprocess((value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value), schema.optional())

const CouponCode = z
	.string()
	.trim()
	.max(64)
	.regex(/^[^\0]*$/)

/** Body of `POST /functions/v1/create-payment`. Amounts are never taken from the client. */
export const CreatePaymentSchema = z.object({
	productName: z.string().trim().min(1).max(200),
	couponCode: blankIsAbsent(CouponCode),
	email: blankIsAbsent(Email),
})
export type CreatePayment = z.output<typeof CreatePaymentSchema>

export type CreatePaymentAnswer = { url: string } | { error: string }

/** Body of `POST /api/discounts/check`, which returns the discounted price and stores nothing. */
export const CheckDiscountSchema = z.object({
	code: CouponCode.min(1),
	productName: z.string().trim().min(1).max(200),
	email: blankIsAbsent(Email),
})
export type CheckDiscount = z.output<typeof CheckDiscountSchema>

export type DiscountRefusal = 'unknown' | 'expired' | 'used-up' | 'already-used' | 'wrong-product' | 'sign-in-needed'

/** Amounts in the smallest unit of `currency` (lower-case ISO 4217). */
export type OrderAmounts = { currency: string; subtotalCents: number; discountCents: number; totalCents: number }

export type DiscountPreview =
	| { accepted: true; code: string; amounts: OrderAmounts }
	| { accepted: false; reason: DiscountRefusal; message: string; amounts: OrderAmounts }

/** `verifying`: not paid yet, so the page keeps polling. `unknown`: no order belongs to this URL; there are no further details. */
export type OrderStatusAnswer = 'verifying' | 'paid' | 'processing' | 'failed' | 'expired' | 'canceled' | 'unknown'

/** Response of `GET /api/orders/by-session/:sessionId`. `orderId` is the session ID. */
export type OrderBySession =
	| { status: 'unknown' }
	| {
			status: Exclude<OrderStatusAnswer, 'unknown'>
			orderId: string
			/** Short order number, as people read it. */
			number: string
			/** `page`: path of the offer; null if it is no longer sold. */
			product: { code: string; name: string; page: string | null }
			amounts: OrderAmounts
			discountCode: string | null
			/** Masked, e.g. `a***@example.com`; null until the checkout has an email. */
			email: string | null
			/** Full email, once the order is paid and only for the browser in which a guest opened the checkout; otherwise null. */
			signInAs: string | null
			/** RFC 3339, UTC. */
			paidAt: string | null
			/** True in the sandbox, where no real money is paid. */
			testMode: boolean
			/** True if emails aren't really sent: they stay in the server's outbox. */
			isMailSandbox: boolean
	  }

/** An order in the response of `GET /api/orders`, which lists the newest first. */
export type OrderSummary = {
	orderId: string
	number: string
	status: OrderStatusAnswer | 'refunded' | 'partially_refunded' | 'refund_pending' | 'disputed' | 'dispute_lost'
	product: { code: string; name: string }
	amounts: OrderAmounts
	discountCode: string | null
	createdAt: string
	paidAt: string | null
	/** RFC 3339, UTC: when the access that the order gives ends or ended; null for no end. */
	accessEndsAt: string | null
	testMode: boolean
}

/**
 * `entitlements`: codes of the products the learner has access to. `opens`: the courses and modules they open. `opensForGood`: those of them
 * whose access has no end, so that they can't be bought again. `ended`: the product whose access ended last (RFC 3339, UTC); null if
 * everything in it is open.
 */
export type OrderList = {
	orders: OrderSummary[]
	entitlements: string[]
	opens: CourseContents
	opensForGood: CourseContents
	ended: { product: string; endedAt: string } | null
}

/** `none`: the order didn't unlock anything. `ended`: the end of its access has passed. `revoked`: the payment was returned. */
export type AccessState = 'active' | 'suspended' | 'ended' | 'revoked' | 'none'

/**
 * Bank transfer of an unpaid order. `to-confirm`: the buyer hasn't agreed to the terms yet. `awaited`: the page shows the amount and the
 * bank details. `payBy`: when the order is closed unless it is placed or paid. Times are RFC 3339, UTC.
 */
export type OrderTransfer =
	| { state: 'to-confirm'; asksEmail: boolean; consent: { version: string; label: string; note: string }; payBy: string }
	| {
			state: 'awaited'
			/** Payment reference of the transfer, including its dashes. */
			reference: string
			account: { holder: string; iban: string; bic: string }
			payBy: string
			remindAfterDays: number
	  }

/** Body of `POST /api/orders/:orderId/transfer`: the buyer agrees to the terms and places the order. */
export const AcceptTransferSchema = z.object({
	consent: z.string().max(20),
	/** Required if the order has no email yet. */
	email: blankIsAbsent(Email),
})
export type AcceptTransfer = z.output<typeof AcceptTransferSchema>

/** An invoice or credit note of an order. `issuedOn`: YYYY-MM-DD in the seller's time zone. */
export type InvoiceSummary = {
	id: string
	kind: 'invoice' | 'credit_note'
	number: string
	issuedOn: string
	currency: string
	totalCents: number
}

/** Response of `GET /api/orders/:orderId`: all data of the receipt page. Times are RFC 3339, UTC. */
export type OrderReceipt = OrderSummary & {
	/** Full email for the owner. Masked for a guest, who has proven only that they know the checkout's ID. */
	email: string | null
	access: AccessState
	/** Version of the refund policy that applied when the order was placed. */
	refundPolicy: string
	/** Time from which a refund request is too late; null while nothing is paid. */
	refundUntil: string | null
	waiver: { version: string; acceptedAt: string } | null
	/** Details of the bank transfer; null unless one is expected. */
	transfer: OrderTransfer | null
	/** Shown only to the owner; empty for guests, and while invoicing is off. */
	invoices: InvoiceSummary[]
}
