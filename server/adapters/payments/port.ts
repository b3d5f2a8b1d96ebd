import type { ReportedTax } from '#domain/invoices/told-tax.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** One product as the provider must show and charge it. Amounts are integer cents. */
export type CheckoutProduct = {
	code: string
	name: string
	description: string
	amountCents: number
	currency: string
	/** Tax code of the provider, which then works out the tax within the price; null without tax calculation. */
	taxCode: string | null
}

/** A discount that the provider must know. */
export type CheckoutDiscount = { code: string; off: { percent: number } | { amountCents: number }; expiresAt: Date | null }

/** Placeholder in an address for the checkout's id, which only the provider knows. */
export const CHECKOUT_ID_PLACE = '{CHECKOUT_ID}'

export type CheckoutRequest = {
	orderId: string
	/** The same order and attempt always give the same checkout. */
	attempt: number
	product: CheckoutProduct
	/** Applied from the start; null lets the buyer type one of `typableDiscounts`. */
	discount: CheckoutDiscount | null
	/** All codes that may be typed on the provider's page, for any purchase; our other codes are not accepted there. */
	typableDiscounts: readonly CheckoutDiscount[]
	email: string | null
	/** An invoice will be made: the provider asks for name, address and, of companies, the VAT id. */
	asksForInvoice: boolean
	/** Must be ticked before paying; `note` is shown near the button. */
	consent: { version: string; label: string; note: string }
	expiresAt: Date
	/** Return addresses, and the order's own page, for a provider without one; all contain CHECKOUT_ID_PLACE. */
	urls: { success: string; cancel: string; order: string }
}

export type SnapshotPayment = {
	id: string
	amountCents: number
	currency: string
	status: 'succeeded' | 'processing' | 'failed'
	paidAt: Date | null
	/** The provider's own word for why the last try failed, for the log. */
	failureCode: string | null
}

/** Payer, as far as the provider asked and knows. An address is complete enough for an invoice, or null. */
export type SnapshotCustomer = {
	name: string | null
	address: { line1: string; line2: string | null; postcode: string; city: string; region: string | null; country: string } | null
	/** With its country in front. */
	vatId: string | null
}

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** Money on its way back. It is never final: a refund that succeeded can still fail at the buyer's bank. */
export type SnapshotRefund = {
	id: string
	paymentId: string
	amountCents: number
	currency: string
	status: RefundStatus
	/** Our refund request; null for a refund made at the provider. */
	requestRef: string | null
	failureReason: string | null
	createdAt: Date
}

/**
 * A buyer's bank asks (`warning_…`) or has taken the money back. `status` is an open vocabulary: `domain/orders/order-status.ts`
 * names the words that matter, and any other counts as an open dispute.
 */
export type SnapshotDispute = {
	id: string
	paymentId: string
	amountCents: number
	currency: string
	status: string
	reason: string
	/** Deadline for evidence; null when none is needed. */
	evidenceDueBy: Date | null
}

/** A suspicion of fraud; no money has moved yet. */
export type SnapshotFraudWarning = { id: string; paymentId: string; kind: string; actionable: boolean }

/** State of one checkout at one moment: the only source of payment facts. */
export type PaymentSnapshot = {
	/** Request time. An earlier snapshot never overrides a later one. */
	asOf: Date
	/** Real money; false in every kind of test. */
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
	/** `taxCents` is part of the total: prices include tax. */
	totals: { subtotalCents: number; discountCents: number; taxCents: number; totalCents: number }
	/** Code of the applied discount, upper case; null without one. */
	discountCode: string | null
	customerEmail: string | null
	customer: SnapshotCustomer | null
	/** Null where the provider was not to work the tax out. */
	tax: ReportedTax | null
	/** Version of the text that the buyer ticked; null until then. */
	waiverVersion: string | null
}

/** A report of the provider with a valid signature. It is a hint to look, never a fact. */
export type VerifiedEvent = {
	id: string
	type: string
	createdAt: Date
	isLive: boolean
	/** API version of the event; null without one. */
	apiVersion: string | null
	refs: { checkoutId: string | null; paymentId: string | null; orderRef: string | null }
}

export type RefundOrder = {
	/** Our request. The same id never sends money twice, however late the second call. */
	refundRequestId: string
	paymentId: string
	amountCents: number
	reason: 'requested_by_customer' | 'duplicate' | 'fraudulent'
}

/** Everything the provider must know before the first sale. */
export type RequiredCatalog = {
	products: readonly CheckoutProduct[]
	discounts: readonly CheckoutDiscount[]
	/** Discounts that may be typed on the provider's page. */
	typable: readonly CheckoutDiscount[]
}

/** Change at the provider: existing, to be created, or (a code of ours with other terms) to be disabled. `kind` is its own name. */
export type CatalogStep = { kind: string; name: string; step: 'keep' | 'make' | 'switch off' }

/** An order that its buyer pays by sending money to the operator's account. */
export type Transfer = {
	checkoutId: string
	orderId: string
	/** Reference for the transfer. */
	reference: string
	amountCents: number
	currency: string
	/** Time of agreement to the terms; the account is shown from then on. */
	acceptedAt: Date | null
	expiresAt: Date
	/** Set once a newer checkout of the same buyer replaced it. */
	closedAt: Date | null
	paidAt: Date | null
}

/**
 * Only for a provider that reports no payments: the buyer agrees on our page, and the operator enters the bank's statement.
 * Writes with the caller's transaction; the caller decides whether it may.
 */
export type TransferBook = {
	find(db: Db | Tx, checkoutId: string): Promise<Transfer | null>
	/** Finds a transfer by its reference and locks it until the end of the transaction. */
	lock(tx: Tx, reference: string): Promise<Transfer | null>
	/** Agreed to, not paid and not replaced, oldest first; some may have expired. */
	listOpen(db: Db): Promise<Transfer[]>
	/**
	 * From then on the order waits for its money.
	 * @returns false when it is no longer open, or was agreed to before, which then still counts
	 */
	accept(tx: Tx, checkoutId: string, consent: { version: string; at: Date }): Promise<boolean>
	/** Once; a later call changes nothing. */
	markPaid(tx: Tx, reference: string, at: Date): Promise<void>
	/** `isNew`: this call was the first. Null: no such refund. */
	markRefundSent(tx: Tx, refundRequestId: string, at: Date): Promise<{ checkoutId: string; isNew: boolean } | null>
}

/** Payment from the provider to the operator's bank. */
export type Payout = {
	id: string
	/** Below zero: it took that from the bank. */
	amountCents: number
	currency: string
	/** The provider's own word: `paid`, `pending`, `in_transit`, `failed`, `canceled`. */
	status: string
	createdAt: Date
	arrivesAt: Date
	isLive: boolean
	/** True if the provider lists its contents. `never` for manual payouts; `later` while it is being prepared. */
	contents: 'known' | 'later' | 'never'
}

/** Movement of money within a payout. Its currency is that of the payout, which may differ from the buyer's. */
export type PayoutTransaction = {
	id: string
	/** The provider's own word: `charge`, `refund`, `dispute`, `fee` and others. */
	category: string
	description: string | null
	grossCents: number
	/** Fee of the provider. */
	feeCents: number
	netCents: number
	currency: string
	createdAt: Date
	/** The payment that it moves; null if it moves none, like a fee. */
	paymentId: string | null
	refundId: string | null
}

export type PayoutBook = {
	/** The newest first, at most `most`. */
	list(most: number): Promise<Payout[]>
	/** Null: no such payout. */
	find(payoutId: string): Promise<Payout | null>
	/** Newest first, at most `most`. Without the payout itself. */
	listTransactions(payoutId: string, most: number): Promise<PayoutTransaction[]>
}

/** Finding about the provider's own settings, for the operator's checklist. `mend` is empty when there is nothing to do. */
export type ProviderFinding = {
	/** `account` alone means that the key is wrong, and nothing else could be asked. */
	about: 'account' | 'terms' | 'webhook' | 'deliveries' | 'tax'
	state: 'ok' | 'warn' | 'mend'
	found: string
	mend: string
}

/** Every method throws ProviderUnavailable when the provider gives no usable answer. */
export type PaymentProvider = {
	/** Lower case, as in addresses: its webhooks come to `/webhooks/<code>`. Orders keep it. */
	readonly code: string
	/** For the operator. */
	readonly name: string
	/** Real money moves. */
	readonly isLive: boolean
	/** It can find out how a sale is taxed. */
	readonly worksOutTax: boolean
	/** Lifetime of a checkout; an order by transfer that is placed meanwhile stays open for longer. */
	readonly openForMs: number
	/** Null if the provider itself reports payments. */
	readonly transfers: TransferBook | null
	/** Null where buyers pay straight into the operator's account. */
	readonly payouts: PayoutBook | null
	createCheckout(request: CheckoutRequest): Promise<{ checkoutId: string; url: string; expiresAt: Date }>
	/** Closes an open checkout so that it can no longer be paid. `false`: it was no longer open. */
	expireCheckout(checkoutId: string): Promise<boolean>
	fetchSnapshot(checkoutId: string): Promise<PaymentSnapshot>
	/**
	 * Sends money back. A call whose answer was lost may be repeated: it finds and returns the refund already made.
	 * @throws RefundRefused when the provider will never make this refund
	 */
	createRefund(order: RefundOrder): Promise<SnapshotRefund>
	fetchRefund(refundId: string): Promise<SnapshotRefund>
	/** Events at the provider since a moment, oldest first; it keeps them for 30 days or so. */
	listEvents(since: Date): AsyncIterable<VerifiedEvent>
	/** The steps that bring the provider's products, prices and codes in line with ours; with `apply` they are done. */
	syncCatalog(wish: RequiredCatalog, apply: boolean): Promise<CatalogStep[]>
	/**
	 * Signs in and checks the settings that a sale depends on. Never throws. Absent for providers without a service.
	 * @param site our address, where reports are to go, whether it shall work out taxes, and the time
	 */
	examine?(site: { siteUrl: string; webhookUrl: string; usesTax: boolean; now: Date }): Promise<ProviderFinding[]>
	/**
	 * @param rawBody the bytes as they came: a signature covers them
	 * @param headers the provider knows which of them carries its signature
	 * @throws WebhookRejected for anything but a fresh, correctly signed event of this provider
	 */
	verifyWebhook(rawBody: string, headers: Headers): Promise<VerifiedEvent>
}

/** The signature, its age or the shape of a webhook is wrong. The message is for the log only. */
export class WebhookRejected extends Error {}

/** The provider refused, failed, or could not be reached. Its own words are the `cause`, for the log only. */
export class ProviderUnavailable extends Error {}

/** The provider refuses a refund for good; a retry would not help. Its own words are the `cause`, for the log only. */
export class RefundRefused extends Error {
	readonly reason: 'already_refunded' | 'disputed' | 'too_much' | 'unknown_payment'

	constructor(reason: RefundRefused['reason'], options?: ErrorOptions) {
		super(`The payment provider refuses the refund: ${reason}`, options)
		this.reason = reason
	}
}

/** The provider returned another object than requested. */
export class ProviderProtocolError extends ProviderUnavailable {}
