// asvs V2.2.2 V2.3.4
import { expect, test } from 'vitest'

import { ProviderUnavailable } from '#server/adapters/payments/port.ts'
import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import { previewDiscount } from '#server/services/commerce/discounts/find-discount.ts'
import type { Actor } from '#server/services/context.ts'
import { anonymousContext, countResults, payAtProvider, PRODUCT, sessionIdOf } from '#tests/factories/checkout.ts'
import { openShop } from '#tests/factories/shop.ts'

const CREATE = '/functions/v1/create-payment'
type Shop = Awaited<ReturnType<typeof openShop>>

const countOrders = async ({ deps }: Shop) => (await deps.db.selectFrom('orders').select('id').execute()).length

const refusal = (text: string) => (JSON.parse(text) as { error: string }).error

async function addCode(
	shop: Shop,
	code: Partial<{ code: string; percent: number; offer_codes: string[]; expires_at: Date; total_limit: number; per_email_limit: number }>,
) {
	await shop.deps.db
		.insertInto('discount_codes')
		.values({ code: 'TEST', percent: 10, offer_codes: ['digital-income-mastery-lifetime'], ...code })
		.execute()
}

/** Creates a learner's account. @returns an actor without a token */
async function makeLearner(shop: Shop, email: string): Promise<Actor> {
	const { id } = await shop.deps.db
		.insertInto('auth.users')
		.values({ email, email_confirmed_at: shop.clock.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	return { type: 'learner', userId: id, sessionId: 'none', aal: 'aal1' }
}

const startAs = (shop: Shop, actor: Actor, couponCode?: string) =>
	startCheckout({ ...anonymousContext(shop.deps), actor }, { productName: PRODUCT, couponCode, email: undefined, browserKey: 'any' })

const BAD_BODIES = [
	{ what: 'text that is not JSON', body: '{"productName":', status: 400 },
	{ what: 'a list', body: '[]', status: 400 },
	{ what: 'no product', body: '{}', status: 400 },
	{ what: 'a product that is a number', body: '{"productName": 1}', status: 400 },
	{ what: 'a product that does not exist', body: '{"productName": "Free Lunch"}', status: 404 },
	{ what: 'a name of 201 letters', body: JSON.stringify({ productName: 'x'.repeat(201) }), status: 400 },
	{ what: 'an address that is none', body: JSON.stringify({ productName: PRODUCT, email: 'ada@' }), status: 400 },
	{ what: 'two addresses in one', body: JSON.stringify({ productName: PRODUCT, email: 'a@x.test,b@y.test' }), status: 400 },
	{ what: 'more than a megabyte', body: JSON.stringify({ productName: 'x'.repeat(1024 * 1024) }), status: 413 },
]

test.each(BAD_BODIES)('a body with $what is refused with $status and an error message, and nothing is stored', async ({ body, status }) => {
	const shop = await openShop()
	const answer = await shop.request(CREATE, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
	expect(answer.status).toBe(status)
	expect(refusal(answer.text)).toMatch(/\w/)
	expect(await countOrders(shop)).toBe(0)
})

test('a wrong method and an unknown function get errors in the surface’s shape', async () => {
	const shop = await openShop()
	const wrongMethod = await shop.open(CREATE)
	expect([wrongMethod.status, refusal(wrongMethod.text)]).toEqual([405, 'Method not allowed'])
	const unknown = await shop.postJson('/functions/v1/mint-money', {})
	expect([unknown.status, refusal(unknown.text)]).toEqual([404, 'Function not found'])
})

test('price, currency and discount in a request are ignored', async () => {
	const shop = await openShop()
	const body = { productName: PRODUCT, amount: 1, price: 1, currency: 'jpy', discount: 100, totalCents: 1 }
	expect((await shop.postJson(CREATE, body)).status).toBe(200)
	const order = await shop.deps.db.selectFrom('orders').select(['total_cents', 'currency']).executeTakeFirst()
	expect(order).toEqual({ total_cents: 4700, currency: 'usd' })
})

test('an internal error is a 500 with a request ID and no details, and the server keeps running', async () => {
	const shop = await openShop()
	await shop.deps.db.schema.alterTable('orders').renameTo('orders_away').execute()
	const answer = await shop.postJson(CREATE, { productName: PRODUCT })
	expect(answer.status).toBe(500)
	expect(JSON.parse(answer.text)).toMatchObject({ error: 'Internal error', requestId: expect.stringMatching(/^[\w-]{36}$/) as string })
	expect(shop.logLines.join('')).toContain('orders')
	await shop.deps.db.schema.alterTable('orders_away').renameTo('orders').execute()
	expect((await shop.postJson(CREATE, { productName: PRODUCT })).status).toBe(200)
})

test('if the provider is unreachable, the buyer sees one message and no order stays open', async () => {
	const shop = await openShop()
	shop.deps.payments.createCheckout = () => Promise.reject(new ProviderUnavailable('socket hang up at 10.0.0.1'))
	const answer = await shop.postJson(CREATE, { productName: PRODUCT, couponCode: 'LAUNCH1' })
	expect([answer.status, refusal(answer.text)]).toEqual([502, 'Unable to process payment. Please try again.'])
	expect(await shop.deps.db.selectFrom('orders').select('status').execute()).toEqual([{ status: 'canceled' }])
	expect(await shop.deps.db.selectFrom('discount_redemptions').select('state').execute()).toEqual([{ state: 'released' }])
})

const CODES: readonly { what: string; code: Parameters<typeof addCode>[1] | null; typed: string; says: string }[] = [
	{ what: 'that does not exist', code: null, typed: 'NOPE', says: 'This code doesn’t exist. Check the spelling.' },
	{ what: 'that has expired', code: { expires_at: new Date(0) }, typed: 'test', says: 'This code has expired.' },
	{ what: 'for another product', code: { offer_codes: ['mug'] }, typed: 'test', says: 'This code isn’t valid for this product.' },
	{
		what: 'limited per person, without an account',
		code: { per_email_limit: 1 },
		typed: 'TEST',
		says: 'This code has a limit per person. Sign in to use it.',
	},
]

test.each(CODES)('a code $what is refused with its reason', async ({ code, typed, says }) => {
	const shop = await openShop()
	if (code) await addCode(shop, code)
	const answer = await shop.postJson(CREATE, { productName: PRODUCT, couponCode: typed })
	expect([answer.status, refusal(answer.text)]).toEqual([400, says])
	expect(await countOrders(shop)).toBe(0)
})

test.each(['LAUNCH1', 'launch1', ' Launch1 '])('the code %j reduces $47.00 to exactly $37.60', async (couponCode) => {
	const shop = await openShop()
	await shop.createPayment({ couponCode })
	const order = await shop.deps.db
		.selectFrom('orders')
		.select(['subtotal_cents', 'discount_cents', 'total_cents', 'discount_code'])
		.executeTakeFirst()
	expect(order).toEqual({ subtotal_cents: 4700, discount_cents: 940, total_cents: 3760, discount_code: 'LAUNCH1' })
})

test('fifty parallel buyers can’t use a code more often than its limit of five', async () => {
	const shop = await openShop()
	await addCode(shop, { code: 'FIVE', total_limit: 5 })
	const attempts = await Promise.allSettled(
		Array.from({ length: 50 }, (_, index) =>
			startCheckout(anonymousContext(shop.deps), { productName: PRODUCT, couponCode: 'five', email: undefined, browserKey: `b${index}` }),
		),
	)
	const opened = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? sessionIdOf(attempt.value.url) : []))
	expect(opened).toHaveLength(5)
	expect(attempts.flatMap((attempt) => (attempt.status === 'rejected' ? String((attempt.reason as Error).message) : []))).toEqual(
		Array.from({ length: 45 }, () => 'This code has been used up.'),
	)
	await Promise.all(opened.map((id) => payAtProvider(shop.deps, id)))
	for (const id of opened) expect((await shop.status(id)).status).toBe('paid')
	expect(await countResults(shop.deps)).toMatchObject({ redeemed: 5, alerts: 0 })
})

/** Uses up the code ONCE for an address. */
async function useUp(shop: Shop, email: string) {
	await addCode(shop, { code: 'ONCE', per_email_limit: 1 })
	const learner = await makeLearner(shop, email)
	const { url } = await startAs(shop, learner, 'ONCE')
	await payAtProvider(shop.deps, sessionIdOf(url))
	expect((await shop.status(sessionIdOf(url))).status).toBe('paid')
	// The purchase is reverted, but the code still counts as used.
	await shop.deps.db.deleteFrom('entitlements').execute()
	return learner
}

const preview = (shop: Shop, actor: Actor | null, email?: string) =>
	previewDiscount(actor ? { ...anonymousContext(shop.deps), actor } : anonymousContext(shop.deps), {
		code: 'ONCE',
		productName: PRODUCT,
		email,
	})

test('a code limited to one use per person is refused the second time, in the preview and at checkout', async () => {
	const shop = await openShop()
	const ada = await useUp(shop, 'ada@example.com')
	expect(await preview(shop, ada)).toMatchObject({ accepted: false, reason: 'already-used' })
	await expect(startAs(shop, ada, 'ONCE')).rejects.toMatchObject({ code: 'discount_already_used' })
	const grace = await makeLearner(shop, 'grace@example.com')
	expect(await preview(shop, grace)).toMatchObject({ accepted: true })
	const { url } = await startAs(shop, grace, 'ONCE')
	// Her own open checkout doesn't block her.
	expect(await preview(shop, grace)).toMatchObject({ accepted: true })
	shop.clock.advance(61 * 60_000)
	expect(await shop.status(sessionIdOf(url))).toMatchObject({ status: 'expired' })
	expect((await startAs(shop, grace, 'ONCE')).url).toContain('/sandbox/checkout/')
})

test('the answer never reveals to others who has used a code', async () => {
	const shop = await openShop()
	await useUp(shop, 'ada@example.com')
	const unproven = await makeLearner(shop, 'mallory@example.com')
	await shop.deps.db
		.updateTable('auth.users')
		.set({ email: 'ada2@example.com', email_confirmed_at: null })
		.where('email', '=', 'mallory@example.com')
		.execute()
	const refused = { accepted: false, reason: 'sign-in-needed' }
	for (const email of ['ada@example.com', 'nobody@example.com', undefined]) {
		expect(await preview(shop, null, email)).toMatchObject(refused)
		const buying = startCheckout(anonymousContext(shop.deps), {
			productName: PRODUCT,
			couponCode: 'ONCE',
			email,
			browserKey: `of ${email}`,
		})
		await expect(buying).rejects.toMatchObject({ code: 'discount_sign_in_needed' })
	}
	expect(await preview(shop, unproven, 'ada@example.com')).toMatchObject(refused)
})

test('a code for the full price is settled without a card', async () => {
	const shop = await openShop()
	await addCode(shop, { code: 'GIFT', percent: 100 })
	const { url } = await shop.createPayment({ couponCode: 'gift' })
	const page = await shop.open(url)
	expect(page.text).not.toContain('Card number')
	const done = await shop.press(url, 'pay', { email: 'ada@example.com', terms: 'accepted' })
	expect(done.location).toContain('/payment-success')
	expect(await shop.status(sessionIdOf(url))).toMatchObject({ status: 'paid', amounts: { totalCents: 0, discountCents: 4700 } })
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 1, receipts: 1, redeemed: 1 })
	expect(await shop.deps.db.selectFrom('payments').selectAll().execute()).toEqual([])
})

test('a double click opens one order and one checkout', async () => {
	const shop = await openShop()
	const learner = await makeLearner(shop, 'ada@example.com')
	const urls = await Promise.all(Array.from({ length: 6 }, () => startAs(shop, learner)))
	expect(new Set(urls.map(({ url }) => url)).size).toBe(1)
	expect(await countOrders(shop)).toBe(1)
})

test.each([
	{ what: 'on the same terms', codes: [undefined] },
	{ what: 'with and without a code', codes: [undefined, 'LAUNCH1', 'TEST'] },
])('twelve parallel presses $what leave one payable checkout', async ({ codes }) => {
	const shop = await openShop()
	await addCode(shop, {})
	const learner = await makeLearner(shop, 'ada@example.com')
	await Promise.all(Array.from({ length: 12 }, (_, index) => startAs(shop, learner, codes[index % codes.length])))
	const sessions = await shop.deps.db.selectFrom('checkout_sessions').select('provider_session_id as id').execute()
	const open = await Promise.all(sessions.map(async ({ id }) => (await shop.deps.payments.fetchSnapshot(id)).checkout.state === 'open'))
	expect(open.filter(Boolean)).toHaveLength(1)
	const orders = await shop.deps.db.selectFrom('orders').select('status').where('status', '=', 'pending').execute()
	expect(orders).toHaveLength(1)
})

test('the same browser returns to its open checkout; another code closes the first one', async () => {
	const shop = await openShop()
	const first = await shop.createPayment()
	expect(await shop.createPayment()).toEqual(first)
	const second = await shop.createPayment({ couponCode: 'LAUNCH1' })
	expect(second.url).not.toBe(first.url)
	expect(await shop.status(sessionIdOf(first.url))).toMatchObject({ status: 'canceled' })
	expect((await shop.open(first.url)).status).toBe(410)
	expect(
		(
			await shop.press(second.url, 'pay', {
				terms: 'accepted',
				email: 'a@example.com',
				number: '4242424242424242',
				expiry: '1/40',
				cvc: '123',
			})
		).status,
	).toBe(303)
	const statuses = await shop.deps.db.selectFrom('orders').select('status').orderBy('created_at').orderBy('id').execute()
	expect(statuses).toEqual([{ status: 'canceled' }, { status: 'paid' }])
})

test('a checkout is reused until ten minutes before its end', async () => {
	const shop = await openShop()
	const first = await shop.createPayment()
	const { expires_at: end } = await shop.deps.db.selectFrom('checkout_sessions').select('expires_at').executeTakeFirstOrThrow()
	const waitUntil = (minutesLeft: number) => shop.clock.advance(end.getTime() - minutesLeft * 60_000 - shop.clock.now().getTime())
	waitUntil(11)
	expect(await shop.createPayment()).toEqual(first)
	waitUntil(10)
	expect(await shop.createPayment()).not.toEqual(first)
})

test('a browser that has just paid and presses again is redirected to the success page', async () => {
	const shop = await openShop({ post: () => new Response(null, { status: 503 }) })
	const { url } = await shop.createPayment()
	await payAtProvider(shop.deps, sessionIdOf(url))
	expect(await shop.createPayment({ couponCode: 'LAUNCH1' })).toEqual({
		url: `http://localhost:3000/payment-success?session_id=${sessionIdOf(url)}`,
	})
})

test('a learner who owns the product gets an error instead of paying twice', async () => {
	const shop = await openShop()
	const learner = await makeLearner(shop, 'ada@example.com')
	const { url } = await startAs(shop, learner)
	await payAtProvider(shop.deps, sessionIdOf(url))
	expect((await shop.status(sessionIdOf(url))).status).toBe('paid')
	await expect(startAs(shop, learner)).rejects.toMatchObject({ kind: 'conflict', code: 'already_owned' })
})

test('an invalid token doesn’t block a visitor’s checkout', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment({}, { authorization: 'Bearer not.a.token' })
	expect(url).toContain('/sandbox/checkout/')
	expect(await shop.deps.db.selectFrom('orders').select('user_id').executeTakeFirst()).toEqual({ user_id: null })
})
