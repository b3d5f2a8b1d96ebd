// asvs V16.5.2
import { expect, test } from 'vitest'

import { createSandboxApi } from '#server/sandbox/stripe/api.ts'
import { countResults, openCheckout, payAtProvider } from '#tests/factories/checkout.ts'
import { openShop } from '#tests/factories/shop.ts'
import { type Fate, serveOnLoopback } from '#tests/factories/stripe-loopback.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { createStripePayments } from './provider.ts'

/** Opens a shop that reaches its provider over a real socket, which fails as `fateOf` decides. */
async function shopOverSocket(fateOf: (path: string) => Fate) {
	const made = await makeTestDeps()
	const api = createSandboxApi(made.deps)
	const { port } = await serveOnLoopback((request) => api.fetch(request), fateOf)
	const payments = createStripePayments({
		secretKey: 'sk_test_0123456789',
		livemode: false,
		api: { protocol: 'http', host: '127.0.0.1', port },
		webhookSecrets: () => Promise.resolve(['whsec_any']),
		timeoutMs: 1500,
		now: made.clock.now,
	})
	return openShop({ made: { ...made, deps: { ...made.deps, payments } } })
}

const countSessions = async ({ deps }: Awaited<ReturnType<typeof openShop>>) =>
	(await deps.db.selectFrom('sandbox_stripe.objects').select('id').where('kind', '=', 'checkout.session').execute()).length

test.each<{ fate: Fate; what: string }>([
	{ fate: 'reset', what: 'loses its connection after being processed' },
	{ fate: 'silence', what: 'gets no answer after being processed' },
])('a request that $what is retried with the same idempotency key: one checkout, one order', async ({ fate }) => {
	let broken = 0
	const shop = await shopOverSocket((path) => (path.startsWith('POST /v1/checkout/sessions') && (broken += 1) === 1 ? fate : 'answer'))
	const { url } = await shop.createPayment({ couponCode: 'LAUNCH1' })
	expect(url).toContain('/sandbox/checkout/cs_test_')
	expect(await countSessions(shop)).toBe(1)
	expect((await shop.deps.db.selectFrom('orders').select('status').execute()).map(({ status }) => status)).toEqual(['pending'])
})

test('if the provider doesn’t answer, the buyer sees one message, and the next press works', async () => {
	let isAway = true
	const shop = await shopOverSocket(() => (isAway ? 'reset' : 'answer'))
	const refused = await shop.postJson('/functions/v1/create-payment', { productName: 'Digital Income Mastery - Lifetime Access' })
	expect([refused.status, JSON.parse(refused.text)]).toMatchObject([502, { error: 'Unable to process payment. Please try again.' }])
	isAway = false
	expect((await shop.createPayment()).url).toContain('/sandbox/checkout/')
})

test('while the provider is unreachable, a paid order waits and is later settled once', async () => {
	let isAway = false
	const shop = await shopOverSocket(() => (isAway ? 'reset' : 'answer'))
	const { sessionId } = await openCheckout(shop.deps, { email: 'ada@example.com' })
	await payAtProvider(shop.deps, sessionId)
	isAway = true
	expect(await shop.status(sessionId)).toMatchObject({ status: 'verifying' })
	isAway = false
	expect(await shop.status(sessionId)).toMatchObject({ status: 'paid' })
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 1, receipts: 1, access: 1, alerts: 0 })
})
