import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

import { deliverWebhooks, openCheckout, PRODUCT } from '#tests/factories/checkout.ts'
import { openShop } from '#tests/factories/shop.ts'
import { serveOnLoopback } from '#tests/factories/stripe-loopback.ts'

import { createSandboxApi } from './api.ts'

// Time limit for each run of the vendor's program, so that it always ends.
const RUN_MS = 30_000
const KEY = 'sk_test_0123456789abcdef01234567'
const SHIM = createRequire(import.meta.url).resolve('@stripe/cli/bin/shim.js')

type Step = { name: string; path: string; method: 'get' | 'post'; params?: Record<string, unknown> }

/** Opens a shop, with the vendor's command-line program connected to its sandbox. */
async function openShopWithProgram() {
	const shop = await openShop()
	const api = createSandboxApi(shop.deps)
	const { origin } = await serveOnLoopback((request) => api.fetch(request))
	const home = mkdtempSync(path.join(tmpdir(), 'launchway-cli-'))
	onTestFinished(() => rmSync(home, { recursive: true, force: true }))
	const run = async (...args: string[]) => {
		const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: home, STRIPE_CLI_TELEMETRY_OPTOUT: '1' }
		const options = { env, timeout: RUN_MS, killSignal: 'SIGKILL' } as const
		return promisify(execFile)(process.execPath, [SHIM, ...args, '--api-base', origin, '--api-key', KEY], options)
	}
	const fixture = (steps: readonly Step[]) => {
		const file = path.join(home, 'launch1.fixture.json')
		writeFileSync(file, JSON.stringify({ _meta: { template_version: 0 }, fixtures: steps }))
		return run('fixtures', file)
	}
	const eventTypes = async () => (await shop.deps.db.selectFrom('sandbox_stripe.events').select('type').execute()).map(({ type }) => type)
	return { shop, run, fixture, eventTypes, tell: () => deliverWebhooks(shop.deps, (request) => shop.app.fetch(request)) }
}

test.each([
	{ trigger: 'checkout.session.completed', events: ['charge.succeeded', 'payment_intent.succeeded', 'checkout.session.completed'] },
	{ trigger: 'checkout.session.expired', events: ['checkout.session.expired'] },
	{ trigger: 'charge.refunded', events: ['charge.succeeded', 'refund.created', 'charge.refunded'] },
	{ trigger: 'charge.dispute.created', events: ['charge.succeeded', 'charge.dispute.created'] },
])('the Stripe CLI triggers $trigger, and a payment of another shop changes nothing', async ({ trigger, events }) => {
	const { shop, run, eventTypes, tell } = await openShopWithProgram()
	const { stdout } = await run('trigger', trigger)
	expect(stdout).toContain('Trigger succeeded')
	expect(await eventTypes()).toEqual(expect.arrayContaining(events))
	await tell()
	expect(await shop.deps.db.selectFrom('payment_events').select('processed_at').where('processed_at', 'is', null).execute()).toEqual([])
	expect(await shop.deps.db.selectFrom('orders').select('id').execute()).toEqual([])
})

test('the Stripe CLI pays an order with LAUNCH1, which ends paid at 3760', async () => {
	const { shop, fixture, tell } = await openShopWithProgram()
	const { sessionId } = await openCheckout(shop.deps, { couponCode: 'LAUNCH1', email: 'ada@example.com' })
	await fixture([
		{ name: 'page', path: `/v1/payment_pages/${sessionId}`, method: 'get' },
		{ name: 'method', path: '/v1/payment_methods', method: 'post', params: { type: 'card', card: { token: 'tok_visa' } } },
		{
			name: 'paid',
			path: `/v1/payment_pages/${sessionId}/confirm`,
			method: 'post',
			params: { payment_method: '${method:id}', expected_amount: 3760 },
		},
	])
	await tell()
	expect(await shop.deps.db.selectFrom('orders').select(['status', 'total_cents', 'product_name']).execute()).toEqual([
		{ status: 'paid', total_cents: 3760, product_name: PRODUCT },
	])
	expect((await shop.status(sessionId)).status).toBe('paid')
})

test('the Stripe CLI creates the whole offer: product, price, coupon, LAUNCH1 and a checkout of 3760', async () => {
	const { shop, fixture, eventTypes } = await openShopWithProgram()
	await fixture([
		{ name: 'product', path: '/v1/products', method: 'post', params: { name: 'Course' } },
		{ name: 'price', path: '/v1/prices', method: 'post', params: { product: '${product:id}', unit_amount: 4700, currency: 'usd' } },
		{ name: 'coupon', path: '/v1/coupons', method: 'post', params: { percent_off: 20, duration: 'once' } },
		{
			name: 'code',
			path: '/v1/promotion_codes',
			method: 'post',
			params: { promotion: { type: 'coupon', coupon: '${coupon:id}' }, code: 'LAUNCH1' },
		},
		{
			name: 'session',
			path: '/v1/checkout/sessions',
			method: 'post',
			params: {
				mode: 'payment',
				success_url: 'http://shop.test/s',
				cancel_url: 'http://shop.test/c',
				line_items: [{ price: '${price:id}', quantity: 1 }],
				discounts: [{ promotion_code: '${code:id}' }],
			},
		},
		{ name: 'method', path: '/v1/payment_methods', method: 'post', params: { type: 'card', card: { token: 'tok_visa' } } },
		{
			name: 'paid',
			path: '/v1/payment_pages/${session:id}/confirm',
			method: 'post',
			params: { payment_method: '${method:id}', expected_amount: 3760 },
		},
	])
	expect((await eventTypes()).toSorted()).toEqual(['charge.succeeded', 'checkout.session.completed', 'payment_intent.succeeded'])
	expect(await shop.deps.db.selectFrom('orders').select('id').execute()).toEqual([])
})
