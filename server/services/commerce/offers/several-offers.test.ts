import { expect, test } from 'vitest'

import { loadedContent, loadEdited } from '#content/loaded.server.ts'
import { OffersSchema } from '#content/schema/offers.ts'
import type { OrderBySession, OrderReceipt } from '#contracts/payments.ts'
import { createApp } from '#server/process/app.ts'
import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import { overrideRefund, requestRefund } from '#server/services/commerce/refunds/request-refund.ts'
import { applySnapshot } from '#server/services/commerce/settlement/apply-snapshot.ts'
import { anonymousContext, payAtProvider, PRODUCT, sessionIdOf } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { learnerContext } from '#tests/factories/refund.ts'
import { SELLER } from '#tests/factories/seller.ts'
import fixture from '#tests/fixtures/offers/three-currencies.json' with { type: 'json' }
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

/** The site's content with three offers; the shipped content has one offer, for 47 dollars. */
const threeOffers = loadEdited(new Map([['offers.json', JSON.stringify(fixture)]]))

/** Opens a shop with three offers. */
async function openShop() {
	const { deps } = await makeTestDeps({ invoicing: SELLER, content: threeOffers })
	const app = createApp(deps)
	const learner = await makeLearner(deps)
	const start = async (productName: string, couponCode?: string) =>
		sessionIdOf((await startCheckout(anonymousContext(deps), { productName, couponCode, email: learner.email, browserKey: 'one' })).url)
	const pay = async (sessionId: string) => {
		await payAtProvider(deps, sessionId, { email: learner.email })
		const { order_id: id } = await deps.db
			.selectFrom('checkout_sessions')
			.select('order_id')
			.where('provider_session_id', '=', sessionId)
			.executeTakeFirstOrThrow()
		return applySnapshot(anonymousContext(deps), id, await deps.payments.fetchSnapshot(sessionId))
	}
	const receipt = async (sessionId: string) =>
		(await (await app.request(`/api/orders/${sessionId}`, { headers: learner.headers })).json()) as OrderReceipt
	const refund = async (sessionId: string) => {
		await requestRefund(learnerContext(deps, learner), sessionId, { kind: 'promise', message: '', name: '' })
		await runDueJobs(deps)
	}
	const give = async (orderId: string, amountCents: number) => {
		await overrideRefund(anonymousContext(deps), { orderId, operator: 'o', reason: 'r', amountCents })
		await runDueJobs(deps)
	}
	const mails = async () =>
		(await deps.db.selectFrom('outbox_messages').select(['template', 'body']).where('to_address', '=', learner.email).execute()).map(
			({ template, body }) => `${template}: ${body}`,
		)
	const state = async (sessionId: string) =>
		(await (await app.request(`/api/orders/by-session/${sessionId}`)).json()) as Extract<OrderBySession, { orderId: string }>
	return { deps, start, pay, receipt, refund, give, mails, state, app, learner }
}

test('an offer in yen is sold, discounted, invoiced and refunded in whole yen', async () => {
	const { start, pay, receipt, refund, mails, deps } = await openShop()
	const session = await start('Course for Japan', 'SAKURA')
	expect(await pay(session)).toMatchObject({ outcome: 'applied', status: 'paid' })
	expect(await receipt(session)).toMatchObject({
		product: { code: 'course-japan' },
		amounts: { currency: 'jpy', subtotalCents: 6900, discountCents: 690, totalCents: 6210 },
		access: 'active',
		invoices: [{ currency: 'jpy', totalCents: 6210 }],
	})
	expect((await mails()).join()).toContain('Paid: ¥6,210 JPY')
	await refund(session)
	expect(await receipt(session)).toMatchObject({ status: 'refunded', access: 'revoked' })
	const documents = await deps.db
		.selectFrom('invoices')
		.select(['kind', 'net_cents', 'tax_cents', 'gross_cents'])
		.orderBy('issued_at')
		.orderBy('id')
		.execute()
	expect(documents).toEqual([
		{ kind: 'invoice', net_cents: 5218, tax_cents: 992, gross_cents: 6210 },
		{ kind: 'credit_note', net_cents: 5218, tax_cents: 992, gross_cents: 6210 },
	])
})

test('a currency with three decimals is charged and shown with three decimals', async () => {
	const { start, pay, receipt, give, mails, app, learner } = await openShop()
	const session = await start('Course for Kuwait')
	expect(await pay(session)).toMatchObject({ status: 'paid' })
	const { invoices, amounts } = await receipt(session)
	expect(amounts).toMatchObject({ currency: 'kwd', totalCents: 14_500 })
	expect((await mails()).join()).toContain('Paid: KWD\u00A014.500 KWD')
	const path = `/api/orders/${session}/invoices/${invoices[0]?.id ?? ''}`
	expect((await app.request(`${path}/pdf`, { headers: learner.headers })).status).toBe(200)
	expect((await app.request(`${path}/xml`, { headers: learner.headers })).status).toBe(409)
	for (const amountCents of [1005, 14_501, 0])
		await expect(give(session, amountCents)).rejects.toMatchObject({
			code: 'refund_amount_wrong',
			message: 'The amount must be between KWD\u00A00.010 and KWD\u00A014.500, its last digit 0.',
		})
	await give(session, 1000)
	expect(await receipt(session)).toMatchObject({ status: 'partially_refunded' })
})

test('a code applies only to its offers, and only one checkout stays open across offers', async () => {
	const { start, pay, deps } = await openShop()
	await expect(start('Course for Kuwait', 'SAKURA')).rejects.toMatchObject({ code: 'discount_wrong_product' })
	const first = await start('Course for Japan')
	const second = await start('Course for Kuwait')
	expect(second).not.toBe(first)
	expect(await start('Course for Kuwait')).toBe(second)
	const open = await deps.db.selectFrom('orders').select('product_code').where('status', '=', 'pending').execute()
	expect(open).toEqual([{ product_code: 'course-kuwait' }])
	expect(await pay(second)).toMatchObject({ status: 'paid' })
})

test('after a currency change an open checkout keeps its price, and returning before payment shows the new one', async () => {
	const { deps, start, pay, receipt, state, learner } = await openShop()
	const asBefore = async (browserKey: string) => {
		const asked = { productName: PRODUCT, couponCode: undefined, email: learner.email, browserKey }
		return sessionIdOf((await startCheckout({ ...anonymousContext(deps), content: loadedContent }, asked)).url)
	}
	const open = await asBefore('another')
	const left = await asBefore('one')
	const back = await start(PRODUCT)
	expect((await state(open)).product.page).toBe('/digital-income-mastery')
	expect(back).not.toBe(left)
	expect(await pay(open)).toMatchObject({ outcome: 'applied', status: 'paid' })
	expect((await receipt(open)).amounts).toMatchObject({ currency: 'usd', totalCents: 4700 })
	expect((await receipt(back)).amounts).toMatchObject({ currency: 'eur', totalCents: 4700 })
})

test('checkout pages link to the offer’s page; a discontinued offer has none and can still be paid', async () => {
	const { deps, start, pay, receipt, state } = await openShop()
	const session = await start('Course for Kuwait')
	expect((await state(session)).product).toEqual({ code: 'course-kuwait', name: 'Course for Kuwait', page: '/offers/course-kuwait' })
	await deps.db.updateTable('orders').set({ product_code: 'course-sold-once', product_name: 'Course of last year' }).execute()
	expect((await state(session)).product).toEqual({ code: 'course-sold-once', name: 'Course of last year', page: null })
	expect(await pay(session)).toMatchObject({ outcome: 'applied', status: 'paid' })
	expect(await receipt(session)).toMatchObject({ product: { name: 'Course of last year' }, access: 'active' })
})

test('a learner who owns the course can’t buy another offer of it, and sees why', async () => {
	const { deps, start, pay, learner } = await openShop()
	await pay(await start('Course for Japan', 'SAKURA'))
	const again = (productName: string) =>
		startCheckout(learnerContext(deps, learner), { productName, couponCode: undefined, email: undefined, browserKey: 'one' })
	await expect(again('Course for Japan')).rejects.toMatchObject({ code: 'already_owned', message: 'You already own Course for Japan.' })
	await expect(again('Course for Kuwait')).rejects.toMatchObject({
		code: 'already_owned',
		message: 'You already have everything that Course for Kuwait opens.',
	})
})

test('without JavaScript a refused code returns to its own offer’s page', async () => {
	const { app } = await openShop()
	const post = async (productName: string) => {
		const answer = await app.request('/checkout', { method: 'POST', body: new URLSearchParams({ productName, couponCode: 'LAUNCH1' }) })
		const text = await answer.text()
		return {
			status: answer.status,
			text,
			sells: new Set(Array.from(text.matchAll(/name="productName" value="([^"]*)"/g), ([, name]) => name)),
		}
	}
	const refused = await post('Course for Japan')
	expect([refused.status, [...refused.sells]]).toEqual([400, ['Course for Japan']])
	expect(refused.text).toContain('This code isn’t valid for this product.')
	expect(refused.text).toMatch(/<input (?=[^>]*autofocus)[^>]*name="couponCode"[^>]*value="LAUNCH1"/i)
	expect([...(await post('Unknown course')).sells]).toEqual([fixture.offers[0]?.productName])
	const moved = await app.request('/offers/digital-income-mastery-lifetime?coupon=LAUNCH1')
	expect([moved.status, moved.headers.get('location')]).toEqual([302, '/digital-income-mastery?coupon=LAUNCH1'])
	expect((await app.request('/offers/course-of-nobody')).status).toBe(404)
})

test.each([
	{ why: 'no currency', change: { currency: 'XXQ' }, message: 'must be a currency code such as USD or EUR' },
	{
		why: 'a currency the provider counts differently',
		change: { currency: 'ISK' },
		message: 'can’t be used with the payment provider: choose another currency',
	},
	{
		why: 'a last digit that the provider doesn’t accept',
		change: { currency: 'KWD', amountCents: 14_505 },
		message: 'must end in 0, also with each coupon',
	},
])('the file is refused with $why', ({ change, message }) => {
	const [first, second, third] = fixture.offers
	const { error } = OffersSchema.safeParse({ ...fixture, offers: [first, second, { ...third, ...change }] })
	expect(error?.issues.map((issue) => issue.message).join()).toContain(message)
})
