import type { ReportedTax } from '#domain/invoices/reported-tax.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** Product as the provider must show and charge it. Amounts are integer cents. */
export type CheckoutProduct = {
	code: string
	name: string
	description: string
	amountCents: number
	currency: string
	/** Tax code, from which the provider calculates the tax included in the price; null without tax calculation. */
	taxCode: string | null
}

/** Discount. It must exist at the provider. */
export type CheckoutDiscount = { code: string; off: { percent: number } | { amountCents: number }; expiresAt: Date | null }

/** Placeholder in URLs for the checkout's ID, which only the provider knows. */
export const CHECKOUT_ID_PLACEHOLDER = '{CHECKOUT_ID}'

export type CheckoutRequest = {
	orderId: string
	/** Attempt number, which makes the call idempotent: the same order and attempt always return the same checkout. */
	attempt: number
	product: CheckoutProduct
	/** Discount applied from the start; null lets the buyer enter one of `enterableDiscounts`. */
	discount: CheckoutDiscount | null
	/** Discounts the buyer may enter. Our other codes aren't accepted on the provider's page. */
	enterableDiscounts: readonly CheckoutDiscount[]
	email: string | null
	/** True if the provider collects name and address for an invoice, and the VAT ID of companies. */
	asksForInvoice: boolean
	/** Consent that must be ticked before paying; `note` is shown near the button. */
	consent: { version: string; label: string; note: string }
	expiresAt: Date
	/** URLs that all contain CHECKOUT_ID_PLACEHOLDER. `order`: page for providers that don't host a checkout. */
	urls: { success: string; cancel: string; order: string }
}

export type SnapshotPayment = {
	id: string
	amountCents: number
	currency: string
	status: 'succeeded' | 'processing' | 'failed'
	paidAt: Date | null
	/** Reason why the last attempt failed, for the log. */
	failureCode: string | null
	/** Brand and last four digits, such as `visa 4242`; absent for other methods, and if the provider doesn't say. */
	card?: string
}

/** Buyer's data. `address` is either complete enough for an invoice or null. */
export type SnapshotCustomer = {
	name: string | null
	address: { line1: string; line2: string | null; postcode: string; city: string; region: string | null; country: string } | null
	/** VAT ID, starting with the country code. */
	vatId: string | null
}

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** Refund in a snapshot. No status is final: a refund that succeeded can still fail at the buyer's bank. */
export type SnapshotRefund = {
	id: string
	paymentId: string
	amountCents: number
	currency: string
	status: RefundStatus
	/** ID of our refund request; null if the refund was made in the provider's dashboard. */
	requestRef: string | null
	failureReason: string | null
	createdAt: Date
}

/**
 * Chargeback or inquiry (`warning_…`). `status` is an open set: any value that `domain/orders/order-status.ts` doesn't list
 * counts as an open dispute.
 */
export type SnapshotDispute = {
	id: string
	paymentId: string
	amountCents: number
	currency: string
	status: string
	reason: string
	/** Deadline for evidence; null if none is needed. */
	evidenceDueBy: Date | null
}

/** Early fraud warning, before any money moves back. */
export type SnapshotFraudWarning = { id: string; paymentId: string; kind: string; actionable: boolean }

/** State of a checkout at one moment: the only source of facts about payments. */
export type PaymentSnapshot = {
	/** Time of the state. An earlier snapshot never overrides a later one. */
	asOf: Date
	/** False in every kind of test mode. */
	isLive: boolean
	currency: string
	orderRef: string | null
	checkout: {
		id: string
		state: 'open' | 'complete' | 'expired'
		paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
		expiresAt: Date
	}
	payments: readonly SnapshotPayment[]
	refunds: readonly SnapshotRefund[]
	disputes: readonly SnapshotDispute[]
	fraudWarnings: readonly SnapshotFraudWarning[]
	/** `taxCents` is included in the total. */
	totals: { subtotalCents: number; discountCents: number; taxCents: number; totalCents: number }
	/** Code in upper case. */
	discountCode: string | null
	customerEmail: string | null
	customer: SnapshotCustomer | null
	/** Tax calculated by the provider; null if it wasn't asked to. */
	tax: ReportedTax | null
	/** Version of the text that the buyer accepted; null until then. */
	waiverVersion: string | null
}

/** Event with a valid signature. It only triggers a fetch of the current state and is never taken as fact. */
export type VerifiedEvent = {
	id: string
	type: string
	createdAt: Date
	isLive: boolean
	/** API version of the event; null if it has none. */
	apiVersion: string | null
	refs: { checkoutId: string | null; paymentId: string | null; orderRef: string | null }
}

export type RefundOrder = {
	/**
	 * ID of the refund request, used as the idempotency key: the same ID never refunds twice, no matter how late the second call
	 * is.
	 */
	refundRequestId: string
	paymentId: string
	amountCents: number
	reason: 'requested_by_customer' | 'duplicate' | 'fraudulent'
}

/** Products and discounts that must exist at the provider before the first sale. */
export type RequiredCatalog = {
	products: readonly CheckoutProduct[]
	discounts: readonly CheckoutDiscount[]
	/** Discounts the buyer may enter on the provider's page. */
	enterable: readonly CheckoutDiscount[]
}

/** Step of a catalog sync. `kind` is the provider's name for the object. */
export type CatalogStep = { kind: string; name: string; step: 'keep' | 'make' | 'switch off' }

/** Order that the buyer pays by bank transfer. */
export type Transfer = {
	checkoutId: string
	orderId: string
	/** Payment reference that the buyer enters in the transfer. */
	reference: string
	amountCents: number
	currency: string
	/** Time when the terms were accepted; the bank details are shown from then on. */
	acceptedAt: Date | null
	expiresAt: Date
	/** Time when the order was closed without a payment, such as when the buyer opened a newer checkout. */
	closedAt: Date | null
	paidAt: Date | null
}

/**
 * Records of bank transfers, for a provider that reports no payments: the buyer accepts the terms on our page, and the operator
 * enters payments from the bank statement. Writes in the caller's transaction; the caller checks permissions.
 */
export type TransferBook = {
	find(db: Db | Tx, checkoutId: string): Promise<Transfer | null>
	/** Locks the transfer's row until the transaction ends. */
	lock(tx: Tx, reference: string): Promise<Transfer | null>
	/** Lists transfers that were accepted but neither paid nor closed, oldest first. Some may have expired. */
	listOpen(db: Db): Promise<Transfer[]>
	/**
	 * Accepts the terms; the order then waits for its payment.
	 * @returns false if the transfer is no longer open or was already accepted; the first acceptance still applies
	 */
	accept(tx: Tx, checkoutId: string, consent: { version: string; at: Date }): Promise<boolean>
	/** Marks a transfer as paid. A repeated call changes nothing. */
	markPaid(tx: Tx, reference: string, at: Date): Promise<void>
	/** Marks a refund as sent. `isNew` is true for the first call. Null if there is no such refund. */
	markRefundSent(tx: Tx, refundRequestId: string, at: Date): Promise<{ checkoutId: string; isNew: boolean } | null>
}

/** Payout from the provider to the operator's bank account. */
export type Payout = {
	id: string
	/** Amount; negative if the provider debited the bank account. */
	amountCents: number
	currency: string
	/** Status: `paid`, `pending`, `in_transit`, `failed` or `canceled`. */
	status: string
	createdAt: Date
	arrivesAt: Date
	isLive: boolean
	/** `known`: the provider lists the transactions. `later`: it is still preparing the list. `never`: the payout was manual. */
	contents: 'known' | 'later' | 'never'
}

/** Transaction in a payout. The currency is the payout's, which may differ from the buyer's. */
export type PayoutTransaction = {
	id: string
	/** Category: `charge`, `refund`, `dispute`, `fee` or others. */
	category: string
	description: string | null
	grossCents: number
	feeCents: number
	netCents: number
	currency: string
	createdAt: Date
	/** ID of the payment; null for fees and the like. */
	paymentId: string | null
	refundId: string | null
}

export type PayoutBook = {
	/** Lists payouts, newest first. */
	list(most: number): Promise<Payout[]>
	find(payoutId: string): Promise<Payout | null>
	/** Lists a payout's transactions, newest first, without the payout itself. */
	listTransactions(payoutId: string, most: number): Promise<PayoutTransaction[]>
}

/** Finding about our settings at the provider. `howToFix` is empty if nothing has to be done. */
export type ProviderFinding = {
	/** Subject. A single `account` finding means that the key is wrong, so nothing else could be checked. */
	about: 'account' | 'terms' | 'webhook' | 'deliveries' | 'tax'
	state: 'ok' | 'warn' | 'fix'
	found: string
	howToFix: string
}

/** Payment provider. Every method throws ProviderUnavailable if the provider returns no usable response. */
export type PaymentProvider = {
	/** Code in lower case: webhooks arrive at `/webhooks/<code>`. Stored with each order. */
	readonly code: string
	readonly name: string
	readonly isLive: boolean
	readonly calculatesTax: boolean
	/** Time a checkout stays open. An order by bank transfer that was placed in this time stays open longer. */
	readonly openForMs: number
	/** Records of bank transfers; null if the provider itself reports payments. */
	readonly transfers: TransferBook | null
	/** Payouts; null if buyers pay directly into the operator's account. */
	readonly payouts: PayoutBook | null
	createCheckout(request: CheckoutRequest): Promise<{ checkoutId: string; url: string; expiresAt: Date }>
	/** Closes a checkout. Returns false if it was no longer open. */
	expireCheckout(checkoutId: string): Promise<boolean>
	fetchSnapshot(checkoutId: string): Promise<PaymentSnapshot>
	/**
	 * Makes a refund. A call whose response was lost may be repeated: it returns the refund already made.
	 * @throws RefundRefused if the provider will never make this refund
	 */
	createRefund(order: RefundOrder): Promise<SnapshotRefund>
	fetchRefund(refundId: string): Promise<SnapshotRefund>
	/** Lists events, oldest first. The provider keeps them for about 30 days. */
	listEvents(since: Date): AsyncIterable<VerifiedEvent>
	/** Syncs products and discounts. If `apply` is false, only lists the steps. */
	syncCatalog(required: RequiredCatalog, apply: boolean): Promise<CatalogStep[]>
	/** Checks the settings that a sale depends on. Never throws. Absent for providers without an API. */
	examine?(site: { siteUrl: string; webhookUrl: string; usesTax: boolean; now: Date }): Promise<ProviderFinding[]>
	/**
	 * Verifies a webhook.
	 * @param rawBody the exact bytes received, because the signature covers them
	 * @throws WebhookRejected unless it is a recent, correctly signed event of this provider
	 */
	verifyWebhook(rawBody: string, headers: Headers): Promise<VerifiedEvent>
}

/** Thrown for an invalid webhook. The message is only for the log. */
export class WebhookRejected extends Error {}

/** The provider returned no usable response. Its own error is the `cause`, for the log only. */
export class ProviderUnavailable extends Error {}

/** The provider refuses the refund, so a retry would not help. Its own error is the `cause`, for the log only. */
export class RefundRefused extends Error {
	readonly reason: 'already_refunded' | 'disputed' | 'too_much' | 'unknown_payment'

	constructor(reason: RefundRefused['reason'], options?: ErrorOptions) {
		super(`The payment provider refuses the refund: ${reason}`, options)
		this.reason = reason
	}
}

/** The provider returned a different object than requested. */
export class ProviderProtocolError extends ProviderUnavailable {}
