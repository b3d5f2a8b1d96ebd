import { createEmulator } from 'emulate'
import { expect, onTestFinished, test } from 'vitest'

import { countResults, openCheckout } from '#tests/factories/checkout.ts'
import { openShop } from '#tests/factories/shop.ts'
import { serveOnLoopback } from '#tests/factories/stripe-loopback.ts'
import { findFreePort } from '#tests/setup/server-process.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { createStripePayments } from './provider.ts'

const SECRET = 'whsec_emulator_0123456789'
const EMPTY = { object: 'list', data: [], has_more: false, url: '' }

/**
 * Adds what the emulator lacks: discount codes, refunds, disputes, and the amounts and expiry of sessions. The emulator provides the
 * payment and its signed webhook.
 */
async function fillIn(path: string, answer: Response): Promise<Response> {
	if (/promotion_codes|refunds|disputes|radar/.test(path) && !answer.ok)
		return Response.json(path.includes('POST') ? { id: 'promo_1', object: 'promotion_code' } : EMPTY)
	if (path.includes('/v1/coupons')) return Response.json({ id: 'coupon_1', object: 'coupon' })
	if (!path.includes('/v1/checkout/sessions')) return answer
	const amounts = { currency: 'usd', amount_subtotal: 4700, amount_total: 4700, total_details: { amount_discount: 0, amount_tax: 0 } }
	return Response.json({ ...((await answer.json()) as object), ...amounts, expires_at: Math.floor(Date.now() / 1000) + 3600 })
}

test('with a third-party Stripe emulator, a checkout is paid and its signed webhook settles the order', async () => {
	const made = await makeTestDeps()
	let deliver: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 })
	const { origin } = await serveOnLoopback((request) => deliver(request))
	const webhook = { url: `${origin}/webhooks/stripe`, events: ['*'], secret: SECRET }
	const emulator = await createEmulator({ service: 'stripe', port: await findFreePort(), seed: { stripe: { webhooks: [webhook] } } })
	onTestFinished(() => emulator.close())
	const asked: string[] = []

	const payments = createStripePayments({
		secretKey: 'sk_test_0123456789',
		livemode: false,
		send: async (url, init) => {
			const request = new Request(url, init)
			const { pathname, search } = new URL(request.url)
			asked.push(`${request.method} ${pathname}`)
			const body = request.method === 'GET' ? {} : { body: await request.text() }
			const answer = await fetch(emulator.url + pathname + search, {
				method: request.method,
				headers: Object.fromEntries(request.headers),
				...body,
			})
			return fillIn(`${request.method} ${pathname}`, answer)
		},
		webhookSecrets: () => Promise.resolve(['whsec_older_0123456789', SECRET]),
		now: () => new Date(),
	})
	const shop = await openShop({ made: { ...made, deps: { ...made.deps, payments } } })
	deliver = (request) => shop.app.fetch(request)

	await openCheckout(shop.deps, { email: 'ada@example.com' })
	const { provider_session_id: sessionId } = await shop.deps.db
		.selectFrom('checkout_sessions')
		.select('provider_session_id')
		.executeTakeFirstOrThrow()
	expect((await fetch(`${emulator.url}/checkout/${sessionId}/complete`, { method: 'POST', redirect: 'manual' })).status).toBe(302)

	await expect.poll(async () => (await shop.deps.db.selectFrom('orders').select('status').executeTakeFirstOrThrow()).status).toBe('paid')
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 1, receipts: 1, access: 1, alerts: 0 })
	expect(
		await shop.deps.db.selectFrom('payment_events').select('type').where('type', '=', 'checkout.session.completed').execute(),
	).toHaveLength(1)
	expect(asked).toEqual(
		expect.arrayContaining([
			'POST /v1/products',
			'POST /v1/prices',
			'POST /v1/checkout/sessions',
			`GET /v1/checkout/sessions/${sessionId}`,
		]),
	)
})
