/** One product as the provider must show and charge it. Amounts are integer cents. */
export type CheckoutProduct = { code: string; name: string; description: string; amountCents: number; currency: string }

/** A discount the provider has to know. */
export type CheckoutDiscount = { code: string; off: { percent: number } | { amountCents: number }; expiresAt: Date | null }

export type CheckoutRequest = {
	orderId: string
	/** Part of the idempotency key: the same order and attempt always give the same session (PAYMENTS_MESSAGING §1.2). */
	attempt: number
	product: CheckoutProduct
	/** Applied from the start; null lets the buyer type one of `typableDiscounts`. */
	discount: CheckoutDiscount | null
	/** All codes that may be typed on the provider's page, whatever is bought; every other code of ours is switched off there. */
	typableDiscounts: readonly CheckoutDiscount[]
	email: string | null
	/** Must be ticked before anything can be paid; `note` stands near the button. */
	consent: { version: string; label: string; note: string }
	expiresAt: Date
	urls: { success: string; cancel: string }
}

export type SnapshotPayment = {
	id: string
	amountCents: number
	currency: string
	status: 'succeeded' | 'processing' | 'failed'
	paidAt: Date | null
	/** The provider's word for why the last try failed, e.g. `card_declined`. */
	failureCode: string | null
}

/** What the provider says about one checkout at one moment: the only source of payment facts. */
export type PaymentSnapshot = {
	/** When we asked. A later question may not be overruled by an earlier one. */
	asOf: Date
	livemode: boolean
	currency: string
	orderRef: string | null
	session: { id: string; state: 'open' | 'complete' | 'expired'; paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'; expiresAt: Date }
	payments: readonly SnapshotPayment[]
	totals: { subtotalCents: number; discountCents: number; totalCents: number }
	/** Code of the discount in force, upper case; null without one. */
	discountCode: string | null
	customerEmail: string | null
	/** Version of the words that the buyer ticked; null while nothing was. */
	waiverVersion: string | null
}

/** A webhook whose signature fits. It is a hint to look, never a fact. */
export type VerifiedEvent = {
	id: string
	type: string
	livemode: boolean
	apiVersion: string | null
	refs: { sessionId: string | null; paymentId: string | null; orderRef: string | null }
}

/** Every method throws ProviderUnavailable when the provider gives no usable answer. */
export type PaymentProvider = {
	readonly code: 'stripe'
	readonly livemode: boolean
	createCheckout(request: CheckoutRequest): Promise<{ sessionId: string; url: string; expiresAt: Date }>
	/** Closes an open checkout so that nobody can pay it any more. `false`: it was no longer open. */
	expireCheckout(sessionId: string): Promise<boolean>
	fetchSnapshot(sessionId: string): Promise<PaymentSnapshot>
	/** @throws WebhookRejected for anything but a fresh, correctly signed event of this provider */
	verifyWebhook(rawBody: string, signature: string | null): Promise<VerifiedEvent>
}

/** The signature, its age or the shape of a webhook is wrong. The message is for the log only. */
export class WebhookRejected extends Error {}

/** The provider refused, failed, or could not be reached. Its own words are the `cause`, for the log only. */
export class ProviderUnavailable extends Error {}

/** The provider answered something that is not the object we asked for (PAYMENTS_MESSAGING §1.1). */
export class ProviderProtocolError extends ProviderUnavailable {}
