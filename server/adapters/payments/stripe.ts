import Stripe from 'stripe'

import { type CheckoutRequest, type PaymentProvider, ProviderProtocolError, ProviderUnavailable } from './port.ts'
import { createCatalog, type Catalog } from './stripe-catalog.ts'
import { presentSnapshot } from './stripe-snapshot.ts'
import { readEvent } from './stripe-webhook.ts'

type Options = {
	secretKey: string
	livemode: boolean
	/** Left out: the SDK's own client over the network. */
	httpClient?: ReturnType<typeof Stripe.createFetchHttpClient>
	/** Newest first; more than one while a secret is being replaced. */
	webhookSecrets: () => Promise<readonly string[]>
	now: () => Date
}

const API_VERSION = '2026-10-28.endive'
const SESSION_PARTS = ['payment_intent.latest_charge', 'discounts.promotion_code', 'discounts.coupon']

/** The SDK hands back any 2xx or error-less body; only an object of the right kind with an id is an answer. */
function checkSession(session: Stripe.Checkout.Session): Stripe.Checkout.Session {
	if (session.object === 'checkout.session' && session.id) return session
	throw new ProviderProtocolError('The payment provider did not answer with a checkout session')
}

/** Whatever the SDK throws, the rest of the product knows one word for it. */
async function ask<T>(question: () => Promise<T>): Promise<T> {
	try {
		return await question()
	} catch (error) {
		if (error instanceof ProviderUnavailable) throw error
		throw new ProviderUnavailable('The payment provider gave no usable answer', { cause: error })
	}
}

async function openSession(stripe: Stripe, catalog: Catalog, request: CheckoutRequest) {
	const params = await sessionParams(catalog, request)
	const session = checkSession(
		await stripe.checkout.sessions.create(params, { idempotencyKey: `cs:${request.orderId}:${request.attempt}` }),
	)
	if (!session.url) throw new ProviderProtocolError('The payment provider opened a checkout without an address')
	return { sessionId: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) }
}

async function closeSession(stripe: Stripe, sessionId: string): Promise<boolean> {
	try {
		checkSession(await stripe.checkout.sessions.expire(sessionId))
		return true
	} catch (error) {
		if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
		throw error
	}
}

async function sessionParams(catalog: Catalog, request: CheckoutRequest): Promise<Stripe.Checkout.SessionCreateParams> {
	const { product, discount, typableDiscounts, orderId, consent } = request
	const price = await catalog.priceOf(product)
	await catalog.offerCodes(typableDiscounts, product.currency)
	// Naming a discount and letting the buyer type one exclude each other at the provider.
	const codes = discount
		? { discounts: [{ coupon: await catalog.couponOf(discount, product.currency) }] }
		: typableDiscounts.length > 0
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
		billing_address_collection: 'auto',
		payment_intent_data: { metadata: { order_id: orderId } },
		success_url: request.urls.success,
		cancel_url: request.urls.cancel,
		expires_at: Math.floor(request.expiresAt.getTime() / 1000),
	}
}

/** The payment provider behind its official SDK. Real and sandbox differ in transport and secrets only. */
export function createStripePayments({ secretKey, livemode, httpClient, webhookSecrets, now }: Options): PaymentProvider {
	const stripe = new Stripe(secretKey, {
		apiVersion: API_VERSION,
		telemetry: false,
		maxNetworkRetries: 2,
		timeout: 20_000,
		...(httpClient && { httpClient }),
	})
	const catalog = createCatalog(stripe)

	return {
		code: 'stripe',
		livemode,
		createCheckout: (request) => ask(() => openSession(stripe, catalog, request)),
		expireCheckout: (sessionId) => ask(() => closeSession(stripe, sessionId)),
		fetchSnapshot(sessionId) {
			const asOf = now()
			return ask(async () =>
				presentSnapshot(checkSession(await stripe.checkout.sessions.retrieve(sessionId, { expand: SESSION_PARTS })), asOf),
			)
		},
		async verifyWebhook(rawBody, signature) {
			return readEvent(stripe, { rawBody, signature, secrets: await webhookSecrets(), now: now() })
		},
	}
}
