// regression races
import { expect, test } from 'vitest'

import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import type { Deps } from '#server/services/context.ts'
import { deliverWebhooks, openCheckout, payAtProvider, PRODUCT, sessionIdOf } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { learnerContext } from '#tests/factories/refund.ts'
import { openShop } from '#tests/factories/shop.ts'

async function openShopWith(limits: { total_limit?: number; per_email_limit?: number }) {
	const shop = await openShop()
	await shop.deps.db
		.insertInto('discount_codes')
		.values({ code: 'FEW', percent: 20, offer_codes: ['digital-income-mastery-lifetime'], ...limits })
		.execute()
	return shop
}

const attempt = (work: Promise<{ sessionId: string }>) =>
	work
		.then(({ sessionId }) => ({ sessionId, outcome: 'opened' }))
		.catch((error: { code: string }) => ({ sessionId: '', outcome: error.code }))

const countOf = (tried: readonly { outcome: string }[], outcome: string) => tried.filter((one) => one.outcome === outcome).length

const listUses = (deps: Deps, state: 'held' | 'redeemed' | 'released') =>
	deps.db.selectFrom('discount_redemptions').select('order_id').where('state', '=', state).execute()

test('forty parallel buyers share a code limited to seven uses', async () => {
	const shop = await openShopWith({ total_limit: 7 })
	const tried = await Promise.all(Array.from({ length: 40 }, () => attempt(openCheckout(shop.deps, { couponCode: 'few' }))))
	expect([countOf(tried, 'opened'), countOf(tried, 'discount_used_up')]).toEqual([7, 33])
	const opened = tried.filter(({ outcome }) => outcome === 'opened')
	await Promise.all(opened.map(({ sessionId }, index) => payAtProvider(shop.deps, sessionId, { email: `buyer${index}@example.com` })))
	await Promise.all([1, 2, 3].map(() => deliverWebhooks(shop.deps, async (request) => shop.app.fetch(request))))
	expect([(await listUses(shop.deps, 'redeemed')).length, (await listUses(shop.deps, 'held')).length]).toEqual([7, 0])
	expect((await attempt(openCheckout(shop.deps, { couponCode: 'FEW' }))).outcome).toBe('discount_used_up')
	const paid = await shop.deps.db.selectFrom('orders').select('total_cents').where('status', '=', 'paid').execute()
	expect(paid.map(({ total_cents: cents }) => cents)).toEqual(Array.from({ length: 7 }, () => 3760))
})

test('one person pressing in eight browsers at once holds a single-use code once', async () => {
	const shop = await openShopWith({ per_email_limit: 1 })
	const learner = await makeLearner(shop.deps)
	const ctx = learnerContext(shop.deps, learner)
	const press = async (browser: number) => {
		const { url } = await startCheckout(ctx, { productName: PRODUCT, couponCode: 'FEW', email: learner.email, browserKey: `b${browser}` })
		return { sessionId: sessionIdOf(url) }
	}
	const tried = await Promise.all(Array.from({ length: 8 }, (_, browser) => attempt(press(browser))))
	expect(countOf(tried, 'opened')).toBeGreaterThan(0)
	expect((await listUses(shop.deps, 'held')).length).toBe(1)
	const sessions = new Set(tried.flatMap(({ sessionId }) => (sessionId === '' ? [] : [sessionId])))
	expect(sessions.size).toBe(1)
})

test('a use released by an ended checkout goes to exactly one of many waiting buyers', async () => {
	const shop = await openShopWith({ total_limit: 1 })
	const first = await openCheckout(shop.deps, { couponCode: 'FEW', browserKey: 'one' })
	expect(first.sessionId).not.toBe('')
	// The same browser opens a checkout without the code, which closes its first one and frees the code.
	await openCheckout(shop.deps, { browserKey: 'one' })
	const tried = await Promise.all(Array.from({ length: 20 }, () => attempt(openCheckout(shop.deps, { couponCode: 'FEW' }))))
	expect([countOf(tried, 'opened'), countOf(tried, 'discount_used_up')]).toEqual([1, 19])
})
