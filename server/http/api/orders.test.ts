// asvs V6.4.1
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { DiscountPreview, OrderList } from '#contracts/payments.ts'
import { listOrders } from '#server/services/commerce/orders/find-order.ts'
import { anonymousContext, countResults, openCheckout, payAtProvider, PRODUCT, sessionIdOf } from '#tests/factories/checkout.ts'
import { openShop } from '#tests/factories/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

async function makeUser({ deps, clock }: Shop, email: string, isVerified: boolean) {
	const { id } = await deps.db
		.insertInto('auth.users')
		.values({ email, email_confirmed_at: isVerified ? clock.now() : null })
		.returning('id')
		.executeTakeFirstOrThrow()
	return id
}

const listAs = (shop: Shop, userId: string): Promise<OrderList> =>
	listOrders({ ...anonymousContext(shop.deps), actor: { type: 'learner', userId, sessionId: 'none', aal: 'aal1' } })

async function buy(shop: Shop, email: string) {
	const { sessionId } = await openCheckout(shop.deps, { couponCode: 'LAUNCH1' })
	await payAtProvider(shop.deps, sessionId, { email })
	expect((await shop.status(sessionId)).status).toBe('paid')
	return sessionId
}

test.each([
	{ what: 'a made-up id of the right form', id: `cs_test_${'a'.repeat(58)}` },
	{ what: 'a live id', id: `cs_live_${'b'.repeat(58)}` },
	{ what: 'an id with SQL in it', id: "cs_test_' or 1=1 --" },
	{ what: 'a very long id', id: 'c'.repeat(5000) },
])('$what is unknown, and reveals and unlocks nothing', async ({ id }) => {
	const shop = await openShop()
	await openCheckout(shop.deps)
	const answer = await shop.open(`/api/orders/by-session/${encodeURIComponent(id)}`)
	expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { status: 'unknown' }])
	expect(answer.headers.getSetCookie()).toEqual([])
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 0, receipts: 0 })
})

test('a paid provider session that isn’t one of our checkouts is unknown', async () => {
	const shop = await openShop()
	const { sessionId } = await openCheckout(shop.deps)
	await shop.deps.db.deleteFrom('checkout_sessions').execute()
	await payAtProvider(shop.deps, sessionId)
	expect(await shop.status(sessionId)).toEqual({ status: 'unknown' })
})

test('fifty parallel status requests settle a paid checkout once', async () => {
	const shop = await openShop()
	const { sessionId } = await openCheckout(shop.deps)
	await payAtProvider(shop.deps, sessionId)
	const answers = await Promise.all(Array.from({ length: 50 }, () => shop.status(sessionId)))
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['paid']))
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 1, receipts: 1, access: 1 })
})

test('fifty checkouts opened by strangers for an address don’t push its paid orders off the list', async () => {
	const shop = await openShop()
	const userId = await makeUser(shop, 'ada@example.com', true)
	const sessionId = await buy(shop, 'ada@example.com')
	shop.clock.advance(60_000)
	const { rows } = await sql`
		insert into orders (email, product_code, product_name, currency, subtotal_cents, discount_cents, total_cents, provider, livemode,
			status, buyer_key, client_address, refund_policy_version, created_at, updated_at)
		select email, product_code, product_name, currency, subtotal_cents, discount_cents, total_cents, provider, livemode,
			'pending', 'guest:' || n, client_address, refund_policy_version, ${shop.clock.now()}, ${shop.clock.now()}
		from orders, generate_series(1, 60) n returning id`.execute(shop.deps.db)
	expect(rows).toHaveLength(60)
	expect((await listAs(shop, userId)).orders).toMatchObject([{ orderId: sessionId, status: 'paid' }])
})

test('while the provider is unreachable the stored status is shown', async () => {
	const shop = await openShop()
	const { sessionId } = await openCheckout(shop.deps)
	shop.deps.payments.fetchSnapshot = () => Promise.reject(new Error('away'))
	expect(await shop.status(sessionId)).toMatchObject({ status: 'verifying' })
})

const NOTHING = {
	orders: [],
	entitlements: [],
	opens: { courses: [], modules: [] },
	opensForGood: { courses: [], modules: [] },
	ended: null,
}

test('a guest’s order is listed only after verifying the address, for no one else', async () => {
	const shop = await openShop()
	const sessionId = await buy(shop, 'ada@example.com')
	const account = await shop.deps.db
		.selectFrom('auth.users')
		.select(['id', 'email_confirmed_at'])
		.where('email', '=', 'ada@example.com')
		.executeTakeFirstOrThrow()
	expect(account.email_confirmed_at).toBeNull()
	expect(await listAs(shop, account.id)).toEqual(NOTHING)

	await shop.deps.db.updateTable('auth.users').set({ email_confirmed_at: shop.clock.now() }).where('id', '=', account.id).execute()
	expect(await listAs(shop, account.id)).toMatchObject({
		orders: [{ orderId: sessionId, status: 'paid', amounts: { totalCents: 3760 }, testMode: true }],
		entitlements: ['digital-income-mastery-lifetime'],
	})
	const stranger = await makeUser(shop, 'mallory@example.com', true)
	expect(await listAs(shop, stranger)).toEqual(NOTHING)
})

test('code and link of a guest’s access mail remove the password of an unverified account', async () => {
	const shop = await openShop()
	await makeUser(shop, 'ada@example.com', false)
	await buy(shop, 'ada@example.com')
	const mail = await shop.deps.db
		.selectFrom('outbox_messages')
		.select(['to_address', 'body'])
		.where('template', '=', 'order.access')
		.executeTakeFirstOrThrow()
	expect(mail.to_address).toBe('ada@example.com')
	expect(mail.body).toMatch(/Code: \d{6}\n/)
	expect(mail.body).toMatch(/http:\/\/localhost:3000\/auth\/callback\?token_hash=[0-9a-f]{56}&type=magiclink&redirect_to=%2Fdashboard/)
	const token = await shop.deps.db.selectFrom('auth.one_time_tokens').select(['kind', 'drops_password']).executeTakeFirst()
	expect(token).toEqual({ kind: 'recovery', drops_password: true })
	expect(await shop.deps.db.selectFrom('auth.users').select('id').execute()).toHaveLength(1)
})

test('the order list requires sign-in', async () => {
	const shop = await openShop()
	const answer = await shop.open('/api/orders')
	expect([answer.status, JSON.parse(answer.text)]).toMatchObject([401, { error: { code: 'no_authorization' } }])
})

const check = async (shop: Shop, body: unknown) => {
	const answer = await shop.postJson('/api/discounts/check', body)
	return { status: answer.status, body: JSON.parse(answer.text) as DiscountPreview }
}

test('checking a code returns the new price before payment', async () => {
	const shop = await openShop()
	expect(await check(shop, { code: ' launch1', productName: PRODUCT })).toEqual({
		status: 200,
		body: { accepted: true, code: 'LAUNCH1', amounts: { currency: 'usd', subtotalCents: 4700, discountCents: 940, totalCents: 3760 } },
	})
	expect(await check(shop, { code: 'LAUNCH2', productName: PRODUCT })).toEqual({
		status: 200,
		body: {
			accepted: false,
			reason: 'unknown',
			message: 'This code doesn’t exist. Check the spelling.',
			amounts: { currency: 'usd', subtotalCents: 4700, discountCents: 0, totalCents: 4700 },
		},
	})
	expect(await shop.deps.db.selectFrom('discount_redemptions').selectAll().execute()).toEqual([])
})

test.each([
	{ body: {}, status: 400 },
	{ body: { code: '', productName: PRODUCT }, status: 400 },
	{ body: { code: 'x'.repeat(65), productName: PRODUCT }, status: 400 },
	{ body: { code: 'LAUNCH1', productName: 'Mug' }, status: 404 },
])('a check of $body is refused with $status', async ({ body, status }) => {
	const shop = await openShop()
	expect((await check(shop, body)).status).toBe(status)
})

test('the order ID shown to buyers is the session ID', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	expect(await shop.status(sessionIdOf(url))).toMatchObject({ orderId: sessionIdOf(url) })
})

test('the paying guest’s browser gets the full address, others a masked one, and no one before the payment', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment({ email: 'ada@example.com' })
	const id = sessionIdOf(url)
	expect(await shop.status(id)).toMatchObject({ status: 'verifying', signInAs: null })
	await payAtProvider(shop.deps, id, { email: 'ada@example.com' })
	expect(await shop.status(id)).toMatchObject({ status: 'paid', email: 'a***@example.com', signInAs: 'ada@example.com' })
	for (const cookie of ['', 'launchway_checkout=0123456789012345678901']) {
		const foreign = await shop.app.request(`/api/orders/by-session/${id}`, { headers: { cookie } })
		expect(await foreign.json()).toMatchObject({ status: 'paid', email: 'a***@example.com', signInAs: null })
		expect(foreign.headers.getSetCookie()).toEqual([])
	}
})

test('the code in the access mail is valid for a day', async () => {
	const shop = await openShop()
	await buy(shop, 'ada@example.com')
	const token = await shop.deps.db.selectFrom('auth.one_time_tokens').select(['created_at', 'expires_at']).executeTakeFirstOrThrow()
	expect(token.expires_at.getTime() - token.created_at.getTime()).toBe(86_400_000)
	const mail = await shop.deps.db
		.selectFrom('outbox_messages')
		.select('body')
		.where('template', '=', 'order.access')
		.executeTakeFirstOrThrow()
	expect(mail.body).toContain('within 24 hours')
})

test('an abandoned checkout is listed only until an order is paid', async () => {
	const shop = await openShop()
	const userId = await makeUser(shop, 'ada@example.com', true)
	await openCheckout(shop.deps, { email: 'ada@example.com' })
	expect((await listAs(shop, userId)).orders.map(({ status }) => status)).toEqual(['verifying'])
	const sessionId = await buy(shop, 'ada@example.com')
	expect((await listAs(shop, userId)).orders.map(({ orderId, status }) => [orderId, status])).toEqual([[sessionId, 'paid']])
})
