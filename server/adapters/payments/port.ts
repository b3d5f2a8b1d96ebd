import type { ReportedTax } from '#domain/invoices/reported-tax.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** A product as the provider must show and charge it. Amounts are integer cents. */
export type CheckoutProduct = {
	code: string
	name: string
	description: string
	amountCents: number
	currency: string
	/** The provider's tax code, from which it calculates the tax included in the price; null without tax calculation. */
	taxCode: string | null
}

/** A discount code that must exist at the provider. */
export type CheckoutDiscount = { code: string; off: { percent: number } | { amountCents: number }; expiresAt: Date | null }

/** Placeholder in a URL for the checkout's id, which only the provider knows. */
export const CHECKOUT_ID_PLACEHOLDER = '{CHECKOUT_ID}'

export type CheckoutRequest = {
	orderId: string
	/** Makes the call idempotent: the same order and attempt always return the same checkout. */
	attempt: number
	product: CheckoutProduct
	/** Applied from the start; null lets the buyer enter one of `typableDiscounts`. */
	discount: CheckoutDiscount | null
	/** All codes the buyer may enter on the provider's page, whatever they buy. Our other codes aren't accepted there. */
	typableDiscounts: readonly CheckoutDiscount[]
	email: string | null
	/** True if an invoice will be issued: the provider collects name and address, and the VAT id of companies. */
	asksForInvoice: boolean
	/** A checkbox that must be ticked before paying; `note` is shown near the button. */
	consent: { version: string; label: string; note: string }
	expiresAt: Date
	/** Return URLs, and the order page for providers that don't host a checkout. All contain CHECKOUT_ID_PLACEHOLDER. */
	urls: { success: string; cancel: string; order: string }
}

export type SnapshotPayment = {
	id: string
	amountCents: number
	currency: string
	status: 'succeeded' | 'processing' | 'failed'
	paidAt: Date | null
	/** The provider's code for why the last attempt failed, for the log. */
	failureCode: string | null
}

/** The payer, as far as the provider knows. `address` is either complete enough for an invoice or null. */
export type SnapshotCustomer = {
	name: string | null
	address: { line1: string; line2: string | null; postcode: string; city: string; region: string | null; country: string } | null
	/** Starts with the country code. */
	vatId: string | null
}

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** A refund. No status is final: a refund that succeeded can still fail at the buyer's bank. */
export type SnapshotRefund = {
	id: string
	paymentId: string
	amountCents: number
	currency: string
	status: RefundStatus
	/** Id of our refund request; null if the refund was made in the provider's dashboard. */
	requestRef: string | null
	failureReason: string | null
	createdAt: Date
}

/**
 * A chargeback, or an inquiry by the buyer's bank (`warning_…`). `status` is an open set: `domain/orders/order-status.ts` lists
 * the values we use, and any other counts as an open dispute.
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

/** A fraud warning; no money has moved yet. */
export type SnapshotFraudWarning = { id: string; paymentId: string; kind: string; actionable: boolean }

/** State of a checkout at one moment: the only source of facts about payments. */
export type PaymentSnapshot = {
	/** Time of the request. An earlier snapshot never overrides a later one. */
	asOf: Date
	/** True if real money is involved; false in every kind of test. */
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
	/** `taxCents` is included in the total, because prices include tax. */
	totals: { subtotalCents: number; discountCents: number; taxCents: number; totalCents: number }
	/** Code of the applied discount in upper case; null if none. */
	discountCode: string | null
	customerEmail: string | null
	customer: SnapshotCustomer | null
	/** null if the provider wasn't asked to calculate the tax. */
	tax: ReportedTax | null
	/** Version of the text that the buyer accepted; null until then. */
	waiverVersion: string | null
}

/** A provider's event with a valid signature. It only triggers a fetch of the current state and is never taken as fact. */
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
	/** Id of our request and idempotency key: the same id never refunds twice, however late the second call. */
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
	typable: readonly CheckoutDiscount[]
}

/** A step of a catalog sync: an object to keep, to create or to disable. `kind` is the provider's name for it. */
export type CatalogStep = { kind: string; name: string; step: 'keep' | 'make' | 'switch off' }

/** An order that the buyer pays by bank transfer. */
export type Transfer = {
	checkoutId: string
	orderId: string
	/** Reference that the buyer enters in the transfer. */
	reference: string
	amountCents: number
	currency: string
	/** Time at which the buyer accepted the terms; the bank details are shown from then on. */
	acceptedAt: Date | null
	expiresAt: Date
	/** Set if the order was closed before it was paid, such as when the buyer opened a newer checkout. */
	closedAt: Date | null
	paidAt: Date | null
}

/**
 * Records of bank transfers, for a provider that reports no payments: the buyer accepts the terms on our page, and the operator
 * enters payments from the bank statement. Writes in the caller's transaction; the caller checks permissions.
 */
export type TransferBook = {
	find(db: Db | Tx, checkoutId: string): Promise<Transfer | null>
	/** Finds a transfer by its reference and locks its row until the transaction ends. */
	lock(tx: Tx, reference: string): Promise<Transfer | null>
	/** Lists transfers that were accepted but neither paid nor closed, oldest first. Some may have expired. */
	listOpen(db: Db): Promise<Transfer[]>
	/**
	 * Records that the buyer accepted the terms; from now on the order waits for its payment.
	 * @returns false if the transfer is no longer open or was already accepted; the first acceptance still applies
	 */
	accept(tx: Tx, checkoutId: string, consent: { version: string; at: Date }): Promise<boolean>
	/** Marks a transfer as paid. A repeated call changes nothing. */
	markPaid(tx: Tx, reference: string, at: Date): Promise<void>
	/** Marks a refund as sent. `isNew`: this is the first call. null if there is no such refund. */
	markRefundSent(tx: Tx, refundRequestId: string, at: Date): Promise<{ checkoutId: string; isNew: boolean } | null>
}

/** A payout from the provider to the operator's bank account. */
export type Payout = {
	id: string
	/** Negative if the provider debited the bank account. */
	amountCents: number
	currency: string
	/** The provider's status: `paid`, `pending`, `in_transit`, `failed`, `canceled`. */
	status: string
	createdAt: Date
	arrivesAt: Date
	isLive: boolean
	/** `known` if the provider lists the transactions, `later` while it prepares the list, `never` for manual payouts. */
	contents: 'known' | 'later' | 'never'
}

/** A transaction in a payout. Its currency is the payout's, which may differ from the buyer's. */
export type PayoutTransaction = {
	id: string
	/** The provider's category: `charge`, `refund`, `dispute`, `fee` and others. */
	category: string
	description: string | null
	grossCents: number
	/** The provider's fee. */
	feeCents: number
	netCents: number
	currency: string
	createdAt: Date
	/** The payment behind the transaction; null for a fee and the like. */
	paymentId: string | null
	refundId: string | null
}

export type PayoutBook = {
	/** Lists the newest payouts, at most `most`. */
	list(most: number): Promise<Payout[]>
	/** Returns a payout, or null if there is none with this id. */
	find(payoutId: string): Promise<Payout | null>
	/** Lists the newest transactions, at most `most`, without the payout itself. */
	listTransactions(payoutId: string, most: number): Promise<PayoutTransaction[]>
}

/** A finding about the provider's own settings, for the operator's checklist. `howToFix` is empty if nothing has to be done. */
export type ProviderFinding = {
	/** A single `account` finding means that the key is wrong, so nothing else could be checked. */
	about: 'account' | 'terms' | 'webhook' | 'deliveries' | 'tax'
	state: 'ok' | 'warn' | 'fix'
	found: string
	howToFix: string
}

/** A payment provider. Every method throws ProviderUnavailable if the provider returns no usable response. */
export type PaymentProvider = {
	/** In lower case, as in URLs: its webhooks arrive at `/webhooks/<code>`. Stored with each order. */
	readonly code: string
	/** Name shown to the operator. */
	readonly name: string
	/** True if real money moves. */
	readonly isLive: boolean
	/** True if it can calculate the tax of a sale. */
	readonly worksOutTax: boolean
	/** Lifetime of a checkout. An order by bank transfer that was placed in this time stays open for longer. */
	readonly openForMs: number
	/** null if the provider itself reports payments. */
	readonly transfers: TransferBook | null
	/** null if buyers pay directly into the operator's account. */
	readonly payouts: PayoutBook | null
	createCheckout(request: CheckoutRequest): Promise<{ checkoutId: string; url: string; expiresAt: Date }>
	/** Closes an open checkout so that it can't be paid any more. False if it was no longer open. */
	expireCheckout(checkoutId: string): Promise<boolean>
	fetchSnapshot(checkoutId: string): Promise<PaymentSnapshot>
	/**
	 * Refunds money. A call whose response was lost may be repeated: it returns the refund already made.
	 * @throws RefundRefused if the provider will never make this refund
	 */
	createRefund(order: RefundOrder): Promise<SnapshotRefund>
	fetchRefund(refundId: string): Promise<SnapshotRefund>
	/** Lists the provider's events since a given time, oldest first. The provider keeps them for about 30 days. */
	listEvents(since: Date): AsyncIterable<VerifiedEvent>
	/** Lists the steps that would sync the provider's products, prices and codes with ours. With `apply`, also performs them. */
	syncCatalog(wish: RequiredCatalog, apply: boolean): Promise<CatalogStep[]>
	/**
	 * Signs in and checks the settings that a sale depends on. Never throws. Absent for providers without an API.
	 * @param site our URL, the webhook URL, whether the provider should calculate tax, and the current time
	 */
	examine?(site: { siteUrl: string; webhookUrl: string; usesTax: boolean; now: Date }): Promise<ProviderFinding[]>
	/**
	 * Verifies and parses a webhook.
	 * @param rawBody the exact bytes received, because the signature covers them
	 * @param headers all headers; the provider picks the one with its signature
	 * @throws WebhookRejected unless it is a recent, correctly signed event of this provider
	 */
	verifyWebhook(rawBody: string, headers: Headers): Promise<VerifiedEvent>
}

/** A webhook with a wrong signature, age or shape. The message is for the log only. */
export class WebhookRejected extends Error {}

/** The provider refused, failed or could not be reached. Its own error is the `cause`, for the log only. */
export class ProviderUnavailable extends Error {}

/** The provider permanently refuses a refund; a retry would not help. Its own error is the `cause`, for the log only. */
export class RefundRefused extends Error {
	readonly reason: 'already_refunded' | 'disputed' | 'too_much' | 'unknown_payment'

	constructor(reason: RefundRefused['reason'], options?: ErrorOptions) {
		super(`The payment provider refuses the refund: ${reason}`, options)
		this.reason = reason
	}
}

/** The provider returned a different object than requested. */
export class ProviderProtocolError extends ProviderUnavailable {}
