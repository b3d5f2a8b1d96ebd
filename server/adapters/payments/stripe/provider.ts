import type Stripe from 'stripe'

import {
	CHECKOUT_ID_PLACEHOLDER,
	type CheckoutRequest,
	type PaymentProvider,
	type PaymentSnapshot,
	ProviderProtocolError,
	ProviderUnavailable,
	RefundRefused,
	type VerifiedEvent,
} from '#server/adapters/payments/port.ts'

import { createCatalog, type StripeCatalog } from './catalog.ts'
import { checkStripeSettings } from './check-stripe-settings.ts'
import { findPayout, listPayouts, listTransactions } from './payouts.ts'
import { createRefund, fetchRefundsAndDisputes, fetchRefund, type RefundsAndDisputes } from './refunds.ts'
import { toSnapshot, findSettledPayment } from './snapshot.ts'
import { isStripeError } from './stripe-error.ts'
import { syncCatalog } from './sync.ts'
import { presentEvent, readEvent } from './webhook.ts'

type Options = {
	secretKey: string
	livemode: boolean
	/** API server; defaults to Stripe's. */
	api?: { protocol: 'http' | 'https'; host: string; port: number | undefined }
	/** Sends requests to the sandbox in this process. Without it, they use the network. */
	send?: (url: string | URL | Request, init?: RequestInit) => Promise<Response>
	/** Secrets, newest first; more than one during a rotation. */
	webhookSecrets: () => Promise<readonly string[]>
	/** Timeout after which a request is retried with the same idempotency key. */
	timeoutMs?: number
	now: () => Date
}

const API_VERSION = '2026-10-28.endive'
const OPEN_FOR_MS = 60 * 60 * 1000
const SIGNATURE_HEADER = 'stripe-signature'
const SESSION_PARTS = ['payment_intent.latest_charge', 'discounts.promotion_code', 'discounts.coupon', 'total_details.breakdown']

/** Requires that the response is a session: the SDK returns any body without an error as if it were one. */
function requireSession(session: Stripe.Checkout.Session): Stripe.Checkout.Session {
	if (session.object === 'checkout.session' && session.id) return session
	throw new ProviderProtocolError('The payment provider did not return a checkout session')
}

/** Runs a call. Converts all errors except ours to ProviderUnavailable. */
async function callStripe<T>(call: () => Promise<T>): Promise<T> {
	try {
		return await call()
	} catch (error) {
		if (error instanceof ProviderUnavailable || error instanceof RefundRefused) throw error
		throw new ProviderUnavailable('The payment provider returned no usable response', { cause: error })
	}
}

async function openSession(stripe: Stripe, catalog: StripeCatalog, request: CheckoutRequest) {
	const params = await sessionParams(catalog, request)
	const session = requireSession(
		await stripe.checkout.sessions.create(params, { idempotencyKey: `cs:${request.orderId}:${request.attempt}` }),
	)
	if (!session.url) throw new ProviderProtocolError('The payment provider opened a checkout without a URL')
	return { checkoutId: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) }
}

async function closeSession(stripe: Stripe, sessionId: string): Promise<boolean> {
	try {
		requireSession(await stripe.checkout.sessions.expire(sessionId))
		return true
	} catch (error) {
		if (isStripeError(error, 'StripeInvalidRequestError')) return false
		throw error
	}
}

/** Inserts the placeholder, whose braces must not be URL-encoded. */
const withSessionId = (url: string) => url.replace(CHECKOUT_ID_PLACEHOLDER, '{CHECKOUT_SESSION_ID}')

async function sessionParams(catalog: StripeCatalog, request: CheckoutRequest): Promise<Stripe.Checkout.SessionCreateParams> {
	const { product, discount, enterableDiscounts, orderId, consent } = request
	const asksForAddress = request.asksForInvoice || product.taxCode !== null
	const price = await catalog.priceOf(product)
	await catalog.offerCodes(enterableDiscounts, product.currency)
	// Stripe allows either an applied discount or a code entered by the buyer, not both.
	const codes = discount
		? { discounts: [{ coupon: await catalog.couponOf(discount, product.currency) }] }
		: enterableDiscounts.length > 0
			? { allow_promotion_codes: true }
			: {}
	return {
		mode: 'payment',
		ui_mode: 'hosted_page',
		client_reference_id: orderId,
		metadata: { order_id: orderId, waiver_version: consent.version },
		consent_collection: { terms_of_service: 'required' },
		custom_text: { terms_of_service_acceptance: { message: consent.label }, submit: { message: consent.note } },
		line_items: [{ price, quantity: 1 }],
		...(request.email && { customer_email: request.email }),
		...codes,
		allowed_payment_method_types: ['card', 'link'],
		...(product.taxCode !== null && { automatic_tax: { enabled: true } }),
		billing_address_collection: asksForAddress ? 'required' : 'auto',
		...(asksForAddress && { tax_id_collection: { enabled: true } }),
		payment_intent_data: { metadata: { order_id: orderId } },
		success_url: withSessionId(request.urls.success),
		cancel_url: withSessionId(request.urls.cancel),
		expires_at: Math.floor(request.expiresAt.getTime() / 1000),
	}
}

const NO_REFUNDS: RefundsAndDisputes = { refunds: [], disputes: [], fraudWarnings: [] }

async function fetchSnapshot(stripe: Stripe, sessionId: string, asOf: Date): Promise<PaymentSnapshot> {
	const session = requireSession(await stripe.checkout.sessions.retrieve(sessionId, { expand: SESSION_PARTS }))
	const paymentId = findSettledPayment(session)
	return toSnapshot(session, paymentId === null ? NO_REFUNDS : await fetchRefundsAndDisputes(stripe, paymentId), asOf)
}

/** Lists events, oldest first. Stripe lists them newest first, so all are fetched before the first one is yielded. */
async function* listEvents(stripe: Stripe, since: Date): AsyncGenerator<VerifiedEvent> {
	const created = { gte: Math.floor(since.getTime() / 1000) }
	const events: VerifiedEvent[] = []
	await callStripe(async () => {
		for await (const event of stripe.events.list({ created, limit: 100 })) {
			if (event.object !== 'event') throw new ProviderProtocolError('The payment provider did not return events')
			events.push(presentEvent(event, JSON.stringify(event)))
		}
	})
	yield* events.toReversed()
}

type Sdk = { stripe: Stripe; catalog: StripeCatalog }

/** Creates the payment provider. Real and sandbox mode differ only in transport and secrets. */
export function createStripePayments({
	secretKey,
	livemode,
	api,
	send,
	webhookSecrets,
	timeoutMs = 10_000,
	now,
}: Options): PaymentProvider {
	async function openSdk(): Promise<Sdk> {
		const { default: Stripe } = await import('stripe')
		const stripe = new Stripe(secretKey, {
			apiVersion: API_VERSION,
			telemetry: false,
			maxNetworkRetries: 2,
			timeout: timeoutMs,
			httpClient: Stripe.createFetchHttpClient(send),
			...(api && { protocol: api.protocol, host: api.host, ...(api.port !== undefined && { port: api.port }) }),
		})
		return { stripe, catalog: createCatalog(stripe) }
	}
	let opened: Promise<Sdk> | undefined
	/** Loads the SDK at the first call, because it takes 7 MB of memory. */
	const sdk = () => (opened ??= openSdk())
	const askSdk = <T>(question: (sdk: Sdk) => Promise<T>) => callStripe(async () => question(await sdk()))

	return {
		code: 'stripe',
		name: 'Stripe',
		isLive: livemode,
		calculatesTax: true,
		openForMs: OPEN_FOR_MS,
		transfers: null,
		payouts: {
			list: (most) => askSdk(({ stripe }) => listPayouts(stripe, most)),
			find: (payoutId) => askSdk(({ stripe }) => findPayout(stripe, payoutId)),
			listTransactions: (payoutId, most) => askSdk(({ stripe }) => listTransactions(stripe, payoutId, most)),
		},
		createCheckout: (request) => askSdk(({ stripe, catalog }) => openSession(stripe, catalog, request)),
		expireCheckout: (sessionId) => askSdk(({ stripe }) => closeSession(stripe, sessionId)),
		fetchSnapshot(sessionId) {
			const asOf = now()
			return askSdk(({ stripe }) => fetchSnapshot(stripe, sessionId, asOf))
		},
		createRefund: (order) => askSdk(({ stripe }) => createRefund(stripe, order)),
		fetchRefund: (refundId) => askSdk(({ stripe }) => fetchRefund(stripe, refundId)),
		async *listEvents(since) {
			yield* listEvents((await sdk()).stripe, since)
		},
		// The sync uses a new catalog, because the cached one may be outdated.
		syncCatalog: (required, apply) => askSdk(({ stripe }) => syncCatalog(stripe, createCatalog(stripe), { required, apply })),
		examine: async (asked) => checkStripeSettings((await sdk()).stripe, asked),
		async verifyWebhook(rawBody, headers) {
			return readEvent((await sdk()).stripe, {
				rawBody,
				signature: headers.get(SIGNATURE_HEADER),
				secrets: await webhookSecrets(),
				now: now(),
			})
		},
	}
}
