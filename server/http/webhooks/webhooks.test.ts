// asvs V16.5.3
// regression CVE-2026-1461
import { sql } from 'kysely'
import Stripe from 'stripe'
import { expect, test } from 'vitest'

import { readWebhookSecrets } from '#server/sandbox/stripe/objects.ts'
import { countResults, deliverWebhooks, openCheckout, payAtProvider } from '#tests/factories/checkout.ts'
import { openShop } from '#tests/factories/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

const { webhooks } = new Stripe('sk_test_signer')

/** Opens a shop with a payment that the provider hasn't reported yet. @returns the event that would report it */
async function openShopWithUnreportedPayment() {
	const shop = await openShop()
	const { sessionId } = await openCheckout(shop.deps)
	await payAtProvider(shop.deps, sessionId)
	const event = await shop.deps.db
		.selectFrom('sandbox_stripe.events')
		.select(['id', 'body'])
		.where('type', '=', 'checkout.session.completed')
		.executeTakeFirstOrThrow()
	const [secret] = await readWebhookSecrets(shop.deps)
	return { shop, sessionId, secret, ...event }
}

const secondsAgo = (shop: Shop, seconds: number) => Math.floor(shop.clock.now().getTime() / 1000) - seconds

const send = (shop: Shop, body: string, signature: string | null) =>
	shop.request('/webhooks/stripe', { method: 'POST', body, headers: signature === null ? {} : { 'stripe-signature': signature } })

const orderStatus = async ({ deps }: Shop) => (await deps.db.selectFrom('orders').select('status').executeTakeFirstOrThrow()).status

const REFUSED: readonly {
	what: string
	sign: (paid: { shop: Shop; body: string; secret: string }) => { body: string; signature: string | null }
}[] = [
	{ what: 'no signature', sign: ({ body }) => ({ body, signature: null }) },
	{ what: 'an empty signature', sign: ({ body }) => ({ body, signature: '' }) },
	{
		what: 'another secret',
		sign: ({ body }) => ({ body, signature: webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_other' }) }),
	},
	{
		what: 'a signature 301 s old',
		sign: ({ shop, body, secret }) => ({
			body,
			signature: webhooks.generateTestHeaderString({ payload: body, secret, timestamp: secondsAgo(shop, 301) }),
		}),
	},
	{
		what: 'the old scheme only',
		sign: ({ body, secret }) => ({ body, signature: webhooks.generateTestHeaderString({ payload: body, secret, scheme: 'v0' }) }),
	},
	{
		what: 'a body that was changed after signing',
		sign: ({ body, secret }) => ({ body: `${body} `, signature: webhooks.generateTestHeaderString({ payload: body, secret }) }),
	},
	{
		what: 'a signed body that is not JSON',
		sign: ({ secret }) => ({ body: 'hello', signature: webhooks.generateTestHeaderString({ payload: 'hello', secret }) }),
	},
	{
		what: 'a signed event of the other format',
		sign: ({ secret }) => {
			const body = JSON.stringify({ id: 'evt_1', object: 'v2.core.event', type: 'v1.billing.meter.error_report_triggered' })
			return { body, signature: webhooks.generateTestHeaderString({ payload: body, secret }) }
		},
	},
]

test.each(REFUSED)('a webhook with $what gets 400 and changes nothing', async ({ sign }) => {
	const { shop, body, secret } = await openShopWithUnreportedPayment()
	const forged = sign({ shop, body, secret })
	expect((await send(shop, forged.body, forged.signature)).status).toBe(400)
	expect(await shop.deps.db.selectFrom('payment_events').selectAll().execute()).toEqual([])
	expect(await orderStatus(shop)).toBe('pending')
})

test('one valid signature among several is enough, as during a secret rotation', async () => {
	const { shop, body, secret } = await openShopWithUnreportedPayment()
	await shop.deps.db
		.insertInto('sandbox_stripe.webhook_secrets')
		.values({ secret: 'whsec_newer', created_at: new Date(Date.now() + 1000) })
		.execute()
	const timestamp = secondsAgo(shop, 0)
	const [good, bad] = [secret, 'whsec_unknown'].map((key) => webhooks.generateTestHeaderString({ payload: body, secret: key, timestamp }))
	const badPart = bad?.split(',')[1] ?? ''
	expect((await send(shop, body, `t=${timestamp},${badPart},${good?.split(',')[1] ?? ''}`)).status).toBe(200)
	expect(await orderStatus(shop)).toBe('paid')
})

test('an event delivered repeatedly is counted and settles once', async () => {
	const { shop, body, secret, id } = await openShopWithUnreportedPayment()
	const signature = webhooks.generateTestHeaderString({ payload: body, secret })
	const answers = await Promise.all(Array.from({ length: 20 }, () => send(shop, body, signature)))
	expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
	const later = await send(shop, body, signature)
	expect(JSON.parse(later.text)).toEqual({ received: true, outcome: 'duplicate' })
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 1, receipts: 1, access: 1, alerts: 0 })
	const row = await shop.deps.db.selectFrom('payment_events').select('deliveries').where('event_id', '=', id).executeTakeFirst()
	expect(row).toEqual({ deliveries: 21 })
})

test('an unknown event type is stored and answered with 200', async () => {
	const { shop, secret } = await openShopWithUnreportedPayment()
	const body = JSON.stringify({
		id: 'evt_future',
		object: 'event',
		type: 'moon.phase_changed',
		api_version: '2030-01-01',
		livemode: false,
		data: { object: {} },
	})
	const answer = await send(shop, body, webhooks.generateTestHeaderString({ payload: body, secret }))
	expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { received: true, outcome: 'ignored' }])
	expect(await shop.deps.db.selectFrom('payment_events').select(['event_id', 'type']).execute()).toEqual([
		{ event_id: 'evt_future', type: 'moon.phase_changed' },
	])
})

test('a buyer who closes the tab after paying gets everything through the webhook', async () => {
	const shop = await openShop()
	const { sessionId } = await openCheckout(shop.deps, { email: 'grace@example.com' })
	await payAtProvider(shop.deps, sessionId, { email: 'grace@example.com' })
	await deliverWebhooks(shop.deps, (request) => {
		request.headers.set('host', new URL(request.url).host)
		return shop.app.fetch(request)
	})
	expect(await orderStatus(shop)).toBe('paid')
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 1, receipts: 1, access: 1 })
	// The webhook arrives at a loopback address, but links in emails must use the address that the buyer visits.
	const mails = await shop.deps.db.selectFrom('outbox_messages').select('body').execute()
	expect(mails.map(({ body }) => [...new Set(body.match(/https?:\/\/[^/\s]+/g))])).toEqual(mails.map(() => [shop.deps.config.siteUrl]))
})

test('while the database is failing the webhook answers 5xx, and the next delivery settles the order', async () => {
	const { shop, body, secret } = await openShopWithUnreportedPayment()
	const signature = webhooks.generateTestHeaderString({ payload: body, secret })

	await sql`alter table entitlements add constraint closed check (false) not valid`.execute(shop.deps.db)
	const refused = await send(shop, body, signature)
	expect(refused.status).toBe(500)
	expect(refused.text).not.toContain('constraint')
	expect(await orderStatus(shop)).toBe('pending')

	await sql`alter table entitlements drop constraint closed`.execute(shop.deps.db)
	expect((await send(shop, body, signature)).status).toBe(200)
	expect(await orderStatus(shop)).toBe('paid')
})

test('a webhook over 256 KB gets 413', async () => {
	const shop = await openShop()
	expect((await send(shop, 'x'.repeat(256 * 1024 + 1), 't=1,v1=a')).status).toBe(413)
})

test('the webhook accepts only POST', async () => {
	const shop = await openShop()
	expect((await shop.open('/webhooks/stripe')).status).toBe(405)
})
