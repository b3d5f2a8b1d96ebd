import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { type CheckoutDiscount, type CheckoutRequest, ProviderProtocolError, ProviderUnavailable } from '#server/adapters/payments/port.ts'
import { createSandboxApi } from '#server/sandbox/stripe/api.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { createStripePayments } from './provider.ts'

type Exchange = (request: Request) => Response | Promise<Response>

const LAUNCH1: CheckoutDiscount = { code: 'LAUNCH1', off: { percent: 20 }, expiresAt: null }

const provider = (answer: Exchange, now = () => new Date()) =>
	createStripePayments({
		secretKey: 'sk_test_any',
		livemode: false,
		send: async (url, init) => answer(new Request(url, init)),
		webhookSecrets: () => Promise.resolve(['whsec_any']),
		now,
	})

const checkout = (changes: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
	orderId: 'order-1',
	attempt: 1,
	product: { code: 'dim', name: 'Digital Income Mastery', description: 'All of it.', amountCents: 4700, currency: 'usd', taxCode: null },
	discount: null,
	enterableDiscounts: [],
	email: 'ada@example.com',
	asksForInvoice: false,
	consent: { version: '2026-11-20', label: 'Open it at once.', note: 'Money back for 30 days.' },
	expiresAt: new Date(Date.now() + 3_600_000),
	urls: {
		success: 'http://shop.test/payment-success?session_id={CHECKOUT_ID}',
		cancel: 'http://shop.test/payment-canceled',
		order: 'http://shop.test/orders',
	},
	...changes,
})

/** Opens the adapter on the sandbox API and records every request. */
async function onSandbox() {
	const { deps, clock } = await makeTestDeps()
	const api = createSandboxApi(deps)
	const sent: { path: string; key: string | null; body: URLSearchParams }[] = []
	const payments = provider(async (request) => {
		const { pathname } = new URL(request.url)
		if (request.method === 'POST')
			sent.push({ path: pathname, key: request.headers.get('idempotency-key'), body: new URLSearchParams(await request.clone().text()) })
		return api.fetch(request)
	}, clock.now)
	return { payments, sent, deps, of: (path: string) => sent.filter((request) => request.path === path) }
}

test('with a tax code, the provider calculates inclusive tax and collects address and tax ID', async () => {
	const { payments, of } = await onSandbox()
	const { product } = checkout()
	await payments.createCheckout(checkout())
	await payments.createCheckout(checkout({ orderId: 'order-2', product: { ...product, taxCode: 'txcd_10000000' } }))
	const asked = of('/v1/checkout/sessions').map(({ body }) =>
		['automatic_tax[enabled]', 'billing_address_collection', 'tax_id_collection[enabled]'].map((name) => body.get(name)),
	)
	expect(asked).toEqual([
		[null, 'auto', null],
		['true', 'required', 'true'],
	])
	// A price can't change its product, so a new tax code requires a new product; amount and tax behavior stay the same.
	expect(of('/v1/products').map(({ body }) => body.get('tax_code'))).toEqual([null, 'txcd_10000000'])
	const prices = of('/v1/prices').map(({ body }) => [body.get('tax_behavior'), body.get('unit_amount')])
	expect(prices).toEqual([
		['inclusive', '4700'],
		['inclusive', '4700'],
	])
})

test('a session request uses the pinned API version, our key and literal braces', async () => {
	const { payments, of } = await onSandbox()
	await payments.createCheckout(checkout())
	const [session] = of('/v1/checkout/sessions')
	expect(session?.key).toBe('cs:order-1:1')
	const fields = Object.fromEntries(session?.body ?? [])
	expect(fields).toMatchObject({
		mode: 'payment',
		ui_mode: 'hosted_page',
		client_reference_id: 'order-1',
		'metadata[order_id]': 'order-1',
		'payment_intent_data[metadata][order_id]': 'order-1',
		'line_items[0][quantity]': '1',
		'allowed_payment_method_types[0]': 'card',
		customer_email: 'ada@example.com',
		'consent_collection[terms_of_service]': 'required',
		'metadata[waiver_version]': '2026-11-20',
		success_url: 'http://shop.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
	})
	expect(
		Object.keys(fields).filter((name) => /amount|payment_method_types\[|price_data/.test(name) && !name.startsWith('allowed_')),
	).toEqual([])
})

test('the same order and attempt return the same session, also for ten parallel requests', async () => {
	const { payments, of } = await onSandbox()
	const request = checkout({ discount: LAUNCH1, enterableDiscounts: [LAUNCH1] })
	const sessions = await Promise.all(Array.from({ length: 10 }, () => payments.createCheckout(request)))
	expect(new Set(sessions.map(({ checkoutId }) => checkoutId)).size).toBe(1)
	expect((await payments.createCheckout({ ...request, attempt: 2 })).checkoutId).not.toBe(sessions[0]?.checkoutId)
	expect([of('/v1/products').length, of('/v1/prices').length, of('/v1/coupons').length, of('/v1/promotion_codes').length]).toEqual([
		1, 1, 1, 1,
	])
})

test('a discount is either preset or can be typed, never both', async () => {
	const { payments, of } = await onSandbox()
	await payments.createCheckout(checkout({ discount: LAUNCH1, enterableDiscounts: [LAUNCH1] }))
	await payments.createCheckout(checkout({ orderId: 'order-2', enterableDiscounts: [LAUNCH1] }))
	await payments.createCheckout(checkout({ orderId: 'order-3', discount: { ...LAUNCH1, code: 'FIVE' } }))
	const chosen = of('/v1/checkout/sessions').map(({ body }) => [...body.keys()].filter((name) => /discounts|promotion/.test(name)))
	expect(chosen).toEqual([['discounts[0][coupon]'], ['allow_promotion_codes'], ['discounts[0][coupon]']])
})

test('a new process reuses its price and codes at the provider', async () => {
	const { payments, deps, sent } = await onSandbox()
	await payments.createCheckout(checkout({ discount: LAUNCH1, enterableDiscounts: [LAUNCH1] }))
	const before = sent.length
	const api = createSandboxApi(deps)
	const again = provider((request) => api.fetch(request), deps.now)
	const { checkoutId } = await again.createCheckout(checkout({ orderId: 'order-2', discount: LAUNCH1, enterableDiscounts: [LAUNCH1] }))
	expect(await again.fetchSnapshot(checkoutId)).toMatchObject({
		totals: { totalCents: 3760 },
		discountCode: 'LAUNCH1',
		orderRef: 'order-2',
	})
	expect(before).toBe(5)
})

/** Lists the codes that the provider's page accepts now, with their discounts. */
async function enterableAt(deps: Awaited<ReturnType<typeof makeTestDeps>>['deps']) {
	const { rows } = await sql<{ code: string; percent: number }>`
		select p.body ->> 'code' as code, (c.body -> 'percent_off')::int as percent
		from sandbox_stripe.objects p join sandbox_stripe.objects c on c.id = p.body #>> '{promotion,coupon}'
		where p.kind = 'promotion_code' and (p.body ->> 'active')::boolean order by 1`.execute(deps.db)
	return rows
}

test('when discount codes change, the provider’s page accepts exactly the new ones', async () => {
	const { payments, deps } = await onSandbox()
	const spring: CheckoutDiscount = { code: 'SPRING', off: { percent: 10 }, expiresAt: new Date(Date.now() + 86_400_000) }
	await payments.createCheckout(checkout({ enterableDiscounts: [LAUNCH1, spring] }))
	expect(await enterableAt(deps)).toEqual([
		{ code: 'LAUNCH1', percent: 20 },
		{ code: 'SPRING', percent: 10 },
	])
	await payments.createCheckout(checkout({ orderId: 'order-2', enterableDiscounts: [{ ...LAUNCH1, off: { percent: 30 } }] }))
	expect(await enterableAt(deps)).toEqual([{ code: 'LAUNCH1', percent: 30 }])
	await payments.createCheckout(checkout({ orderId: 'order-3' }))
	expect(await enterableAt(deps)).toEqual([])
})

test('an open session can be closed once', async () => {
	const { payments } = await onSandbox()
	const { checkoutId } = await payments.createCheckout(checkout())
	expect([await payments.expireCheckout(checkoutId), await payments.expireCheckout(checkoutId)]).toEqual([true, false])
	expect(await payments.fetchSnapshot(checkoutId)).toMatchObject({ checkout: { state: 'expired', paymentStatus: 'unpaid' }, payments: [] })
})

const NONSENSE: readonly { what: string; status: number; body: unknown }[] = [
	{ what: 'a 404 without an error', status: 404, body: { message: 'no such page' } },
	{ what: 'a 502 of a proxy', status: 502, body: {} },
	{ what: 'an object of another kind', status: 200, body: { id: 'cus_1', object: 'customer' } },
	{ what: 'a session without an id', status: 200, body: { object: 'checkout.session', id: '' } },
]

test.each(NONSENSE)('$what is not accepted as a session', async ({ status, body }) => {
	const payments = provider(() => Response.json(body, { status }))
	await expect(payments.fetchSnapshot('cs_test_1')).rejects.toBeInstanceOf(ProviderProtocolError)
})

test('a refusal and a broken connection are the same error, with the cause kept for the log', async () => {
	const refusing = provider(() => Response.json({ error: { type: 'invalid_request_error', message: 'No such session' } }, { status: 404 }))
	const refused: unknown = await refusing.fetchSnapshot('cs_test_1').catch((error: unknown) => error)
	expect(refused).toBeInstanceOf(ProviderUnavailable)
	expect((refused as Error).message).not.toContain('No such session')
	expect(String((refused as Error).cause)).toContain('No such session')
})

/** Returns a session as the provider may send it in the future, with values we don't know yet. */
const session = (changes: Record<string, unknown>) => ({
	id: 'cs_test_1',
	object: 'checkout.session',
	livemode: false,
	currency: 'usd',
	metadata: { order_id: 'order-1' },
	status: 'complete',
	payment_status: 'paid',
	amount_subtotal: 4700,
	amount_total: 4700,
	total_details: { amount_discount: 0 },
	expires_at: 1_900_000_000,
	payment_intent: null,
	...changes,
})

test.each([
	{ what: 'an unknown payment status', changes: { payment_status: 'promised' }, paymentStatus: 'unpaid' },
	{ what: 'no payment needed', changes: { payment_status: 'no_payment_required' }, paymentStatus: 'no_payment_required' },
])('$what maps to $paymentStatus', async ({ changes, paymentStatus }) => {
	const payments = provider(() => Response.json(session(changes)))
	expect((await payments.fetchSnapshot('cs_test_1')).checkout.paymentStatus).toBe(paymentStatus)
})

test.each([
	[{ type: 'card', card: { brand: 'visa', last4: '4242' } }, 'visa 4242'],
	[{ type: 'us_bank_account', us_bank_account: { last4: '6789' } }, undefined],
])('a charge with %j has card %j', async (details, card) => {
	const charge = { id: 'ch_1', object: 'charge', created: 1_800_000_000, payment_method_details: details }
	const intent = { id: 'pi_1', object: 'payment_intent', amount: 4700, currency: 'usd', status: 'succeeded', latest_charge: charge }
	const shop = provider(({ url }) =>
		Response.json(url.includes('/checkout/sessions/') ? session({ payment_intent: intent }) : { object: 'list', data: [] }),
	)
	expect((await shop.fetchSnapshot('cs_test_1')).payments.map((payment) => payment.card)).toEqual([card])
})

test.each([
	{ status: 'succeeded', error: null, payments: [{ status: 'succeeded', paidAt: new Date(1_800_000_000_000), failureCode: null }] },
	{ status: 'processing', error: null, payments: [{ status: 'processing', paidAt: null, failureCode: null }] },
	{ status: 'requires_payment_method', error: null, payments: [] },
	{
		status: 'requires_payment_method',
		error: { code: 'card_declined', decline_code: 'insufficient_funds' },
		payments: [{ status: 'failed', paidAt: null, failureCode: 'insufficient_funds' }],
	},
])('a payment intent that is $status with error $error maps to $payments', async ({ status, error, payments }) => {
	const intent = {
		id: 'pi_1',
		object: 'payment_intent',
		amount: 4700,
		currency: 'usd',
		created: 1_700_000_000,
		status,
		last_payment_error: error,
		latest_charge: { id: 'ch_1', object: 'charge', created: 1_800_000_000 },
	}
	const shop = provider(({ url }) =>
		Response.json(url.includes('/checkout/sessions/') ? session({ payment_intent: intent }) : { object: 'list', data: [] }),
	)
	expect((await shop.fetchSnapshot('cs_test_1')).payments).toMatchObject(payments)
})
