// asvs V15.2.3
import { expect, test } from 'vitest'

import { createApp } from '#server/process/app.ts'
import { reconcilePayments } from '#server/services/commerce/checkout/reconcile-payments.ts'
import { systemContext } from '#server/services/context.ts'
import { countResults, deliverWebhooks } from '#tests/factories/checkout.ts'
import { GOOD_FIELDS, openShop } from '#tests/factories/shop.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const PANEL = '/sandbox/payments'

async function shopWithFaults(faults: readonly string[], fields: Partial<typeof GOOD_FIELDS> = {}) {
	const delivered: string[] = []
	const shop = await openShop({
		post: async (request) => {
			const event = (await request.clone().json()) as { type: string }
			const response = await shop.app.fetch(request)
			delivered.push(`${event.type} ${response.status}`)
			return response
		},
	})
	const csrf = /name="csrf" value="([^"]+)"/.exec((await shop.open(PANEL)).text)?.[1] ?? ''
	const body = new URLSearchParams([['csrf', csrf], ['action', 'faults'], ...faults.map((fault): [string, string] => ['fault', fault])])
	const saved = await shop.request(PANEL, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: body.toString(),
	})
	expect(saved.status).toBe(200)
	const { url } = await shop.createPayment()
	await shop.press(url, 'pay', { ...GOOD_FIELDS, ...fields })
	const status = async () => (await shop.deps.db.selectFrom('orders').select('status').executeTakeFirstOrThrow()).status
	return { shop, url, delivered, status }
}

const SERIES = ['charge.succeeded', 'payment_intent.succeeded', 'checkout.session.completed']

test.each([
	{ fault: 'drop', delivered: [], status: 'pending' },
	{ fault: 'delay', delivered: [], status: 'pending' },
	{ fault: 'corrupt', delivered: SERIES.map((type) => `${type} 400`), status: 'pending' },
	{ fault: 'reorder', delivered: SERIES.toReversed().map((type) => `${type} 200`), status: 'paid' },
	{ fault: 'duplicate', delivered: [...SERIES, ...SERIES].map((type) => `${type} 200`), status: 'paid' },
])('with fault $fault the order is $status right after paying, and nothing is done twice', async ({ fault, ...expected }) => {
	const { shop, delivered, status } = await shopWithFaults([fault])
	expect(fault === 'reorder' ? delivered : delivered.toSorted()).toEqual(
		fault === 'reorder' ? expected.delivered : expected.delivered.toSorted(),
	)
	expect(await status()).toBe(expected.status)
	const count = expected.status === 'paid' ? 1 : 0
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: count, receipts: count, access: count, alerts: 0 })
	expect((await shop.open(PANEL)).text).toContain('checkout.session.completed')
})

test.each(['delay', 'corrupt'])('after fault %s the next attempt settles the order', async (fault) => {
	const { shop, status } = await shopWithFaults([fault])
	expect(await status()).toBe('pending')
	await deliverWebhooks(shop.deps, (request) => shop.app.fetch(request))
	expect(await status()).toBe('paid')
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 1, receipts: 1, access: 1, alerts: 0 })
})

test('after fault drop nothing is retried, and the reconciler finds the payment', async () => {
	const { shop, status } = await shopWithFaults(['drop'])
	await deliverWebhooks(shop.deps, (request) => shop.app.fetch(request))
	expect(await status()).toBe('pending')
	await reconcilePayments(systemContext(shop.deps, 'reconcile'))
	expect(await status()).toBe('paid')
})

test('refunds and disputes made in the panel reach the shop by webhook', async () => {
	const { shop, status } = await shopWithFaults([])
	const press = async (action: string) => {
		const { text } = await shop.open(PANEL)
		const form = text.split('<form').find((part) => part.includes(`value="${action}"`)) ?? ''
		const fields = Object.fromEntries(
			[...form.matchAll(/type="hidden" name="(\w+)" value="([^"]+)"/g)].map(([, name, value]) => [name, value]),
		)
		const answer = await shop.request(PANEL, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: new URLSearchParams({ ...(fields as Record<string, string>), action }).toString(),
		})
		shop.clock.advance(1000)
		return [answer.status, await status()]
	}
	expect(await press('dispute')).toEqual([200, 'disputed'])
	expect(await press('lost')).toEqual([200, 'dispute_lost'])
	expect(await press('appeal')).toEqual([200, 'disputed'])
	expect(await press('won')).toEqual([200, 'paid'])
	expect(await press('no-such-action')).toEqual([403, 'paid'])
})

test('a bank confirmation can be accepted or declined before anything is charged', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	const fields = { ...GOOD_FIELDS, number: '4000 0025 0000 3155' }
	expect((await shop.press(url, 'pay', fields)).text).toContain('Your bank asks: is this you?')
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 0, receipts: 0 })
	expect((await shop.press(url, 'bank-refuse', fields)).text).toContain('Your bank couldn’t confirm that it’s you.')
	expect((await shop.press(url, 'bank-confirm', fields)).status).toBe(303)
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 1, receipts: 1 })
})

test('with a provider key the payment sandbox pages are gone', async () => {
	const statusOf = async (env: Record<string, string>) => {
		const { deps } = await makeTestDeps({ env })
		return (await createApp(deps).request(PANEL)).status
	}
	expect(await Promise.all([statusOf({}), statusOf({ STRIPE_SECRET_KEY: 'sk_test_0123456789' })])).toEqual([200, 404])
})
