import Stripe from 'stripe'
import { expect, test } from 'vitest'

import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { createSandboxApi } from './api.ts'

/** Connects the vendor's own client to the sandbox. */
async function openSandbox(secretKey = 'sk_test_any') {
	const { deps } = await makeTestDeps()
	const api = createSandboxApi(deps)
	const stripe = new Stripe(secretKey, {
		telemetry: false,
		maxNetworkRetries: 0,
		httpClient: Stripe.createFetchHttpClient(async (url: string | URL | Request, init?: RequestInit) => api.fetch(new Request(url, init))),
	})
	const product = async () => {
		const { id } = await stripe.products.create({ name: 'Course' })
		return stripe.prices.create({ product: id, unit_amount: 4700, currency: 'usd', lookup_key: 'course' })
	}
	return { deps, stripe, product }
}

const urls = { success_url: 'http://shop.test/s?session_id={CHECKOUT_SESSION_ID}', cancel_url: 'http://shop.test/c' }

test('Stripe’s client can parse every sandbox object', async () => {
	const { stripe, product } = await openSandbox()
	const price = await product()
	const coupon = await stripe.coupons.create({ id: 'launch20', percent_off: 20, duration: 'once' })
	const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'LAUNCH1' })
	const session = await stripe.checkout.sessions.create({
		mode: 'payment',
		line_items: [{ price: price.id, quantity: 1 }],
		discounts: [{ promotion_code: code.id }],
		...urls,
	})
	expect(session).toMatchObject({
		object: 'checkout.session',
		status: 'open',
		payment_status: 'unpaid',
		amount_subtotal: 4700,
		amount_total: 3760,
		total_details: { amount_discount: 940 },
		livemode: false,
	})
	const full = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items', 'discounts.promotion_code'] })
	expect(full.line_items?.data[0]).toMatchObject({ description: 'Course', amount_total: 3760 })
	expect(full.discounts?.[0]?.promotion_code).toMatchObject({ code: 'LAUNCH1' })
	expect((await stripe.promotionCodes.list({ code: 'launch1', active: true })).data).toHaveLength(1)
	expect((await stripe.prices.list({ lookup_keys: ['course', 'none'] })).data.map(({ id }) => id)).toEqual([price.id])
})

type Call = (sandbox: Awaited<ReturnType<typeof openSandbox>>) => Promise<unknown>

const REFUSED: readonly { what: string; call: Call; status: number }[] = [
	{ what: 'a session without goods', call: ({ stripe }) => stripe.checkout.sessions.create({ mode: 'payment', ...urls }), status: 400 },
	{
		what: 'a price that does not exist',
		call: ({ stripe }) => stripe.checkout.sessions.create({ mode: 'payment', line_items: [{ price: 'price_none' }], ...urls }),
		status: 404,
	},
	{
		what: 'a discount together with typed codes',
		call: async ({ stripe, product }) =>
			stripe.checkout.sessions.create({
				mode: 'payment',
				line_items: [{ price: (await product()).id }],
				discounts: [{ coupon: 'x' }],
				allow_promotion_codes: true,
				...urls,
			}),
		status: 400,
	},
	{
		what: 'an end in five minutes',
		call: async ({ stripe, product }) =>
			stripe.checkout.sessions.create({
				mode: 'payment',
				line_items: [{ price: (await product()).id }],
				expires_at: Math.floor(Date.now() / 1000) + 300,
				...urls,
			}),
		status: 400,
	},
	{ what: 'a session that does not exist', call: ({ stripe }) => stripe.checkout.sessions.retrieve('cs_test_none'), status: 404 },
	{ what: 'a coupon that takes nothing off', call: ({ stripe }) => stripe.coupons.create({ duration: 'once' }), status: 400 },
	{ what: 'an endpoint the sandbox does not have', call: ({ stripe }) => stripe.customers.create({}), status: 404 },
]

test.each(REFUSED)('$what is refused with $status as Stripe does', async ({ call, status }) => {
	const refusal: unknown = await call(await openSandbox()).catch((error: unknown) => error)
	expect(refusal).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
	expect((refusal as Stripe.errors.StripeError).statusCode).toBe(status)
})

test('a live key is refused', async () => {
	const { stripe } = await openSandbox('sk_live_any')
	await expect(stripe.products.create({ name: 'x' })).rejects.toMatchObject({ statusCode: 401 })
})

test('a reused idempotency key returns the first answer, and is refused with other parameters', async () => {
	const { stripe } = await openSandbox()
	const create = (name: string) => stripe.products.create({ name }, { idempotencyKey: 'once' })
	const [first, second] = await Promise.all([create('Course'), create('Course')])
	expect(second.id).toBe(first.id)
	await expect(create('Other')).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
})
