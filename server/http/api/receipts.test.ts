// asvs V4.1.1
import { expect, test } from 'vitest'

import type { OrderReceipt } from '#contracts/payments.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { sessionIdOf } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { GOOD_FIELDS, openShop } from '#tests/factories/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

async function buy(
	shop: Shop,
	{ email, headers = {}, couponCode }: { email: string; headers?: Record<string, string>; couponCode?: string },
) {
	const { url } = await shop.createPayment({ ...(couponCode && { couponCode }) }, headers)
	await shop.press(url, 'pay', { ...GOOD_FIELDS, email })
	return sessionIdOf(url)
}

const ask = async (shop: Shop, id: string, headers: Record<string, string> = {}) => {
	const { status, text } = await shop.request(`/api/orders/${id}`, { headers })
	return { status, body: JSON.parse(text) as OrderReceipt & { error?: { code: string; message: string } } }
}

test('the owner can open the receipt by session ID and order ID, with amounts, access, deadline and waiver', async () => {
	const shop = await openShop()
	const learner = await makeLearner(shop.deps)
	const id = await buy(shop, { email: learner.email, headers: learner.headers, couponCode: 'LAUNCH1' })
	const { status, body } = await ask(shop, id, learner.headers)
	expect(status).toBe(200)
	expect(body).toMatchObject({
		orderId: id,
		status: 'paid',
		amounts: { subtotalCents: 4700, discountCents: 940, totalCents: 3760, currency: 'usd' },
		discountCode: 'LAUNCH1',
		email: learner.email,
		access: 'active',
		testMode: true,
		waiver: { version: '2026-11-22' },
	})
	const days = (Date.parse(body.refundUntil ?? '') - Date.parse(body.paidAt ?? '')) / 86_400_000
	expect(days).toBeGreaterThan(30)
	expect(days).toBeLessThanOrEqual(31)
	const { id: own } = await shop.deps.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
	expect((await ask(shop, own, learner.headers)).body.orderId).toBe(id)
})

test('another learner’s order and an unknown one get the same answer', async () => {
	const shop = await openShop()
	const owner = await makeLearner(shop.deps)
	const other = await makeLearner(shop.deps)
	const session = await buy(shop, { email: owner.email, headers: owner.headers })
	const { id: own } = await shop.deps.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
	const absent = ['cs_test_aaaaaaaaaaaaaaaaaaaaaaaa', '11111111-1111-4111-8111-111111111111', 'nonsense', '%00', "' or 1=1"]
	for (const id of [session, own, ...absent])
		for (const headers of [{}, other.headers]) {
			const { status, body } = await ask(shop, encodeURIComponent(id), headers)
			expect([status, body.error?.code, body.error?.message]).toEqual([404, 'order_not_found', 'We can’t find that order.'])
		}
	expect((await shop.request(`/api/orders/${session}/receipt.pdf`, { headers: other.headers })).status).toBe(404)
})

test('a guest’s order is shown by session ID with a masked address, and by order ID only to the verified address', async () => {
	const shop = await openShop()
	const session = await buy(shop, { email: 'ada@example.com' })
	const shown = await ask(shop, session)
	expect([shown.status, shown.body.status, shown.body.email]).toEqual([200, 'paid', 'a***@example.com'])
	const { id: own } = await shop.deps.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
	expect((await ask(shop, own)).status).toBe(404)
})

test.each([
	{ status: 'processing', access: 'none' },
	{ status: 'refunded', access: 'revoked' },
	{ status: 'disputed', access: 'suspended' },
] as const)('the receipt of an order that is $status shows it', async ({ status, access }) => {
	const shop = await openShop()
	const learner = await makeLearner(shop.deps)
	const id = await buy(shop, { email: learner.email, headers: learner.headers })
	await shop.deps.db.updateTable('orders').set({ status }).execute()
	if (access === 'none') await shop.deps.db.deleteFrom('entitlements').execute()
	else await shop.deps.db.updateTable('entitlements').set({ state: access }).execute()
	// A request for a processing order asks the provider again, because the provider has newer data.
	const { body } = await ask(shop, id, learner.headers)
	expect(body.status).toBe(status === 'processing' ? 'paid' : status)
	if (status !== 'processing') expect(body.access).toBe(access)
})

test('the owner can download the receipt as PDF', async () => {
	const shop = await openShop()
	const learner = await makeLearner(shop.deps)
	const id = await buy(shop, { email: learner.email, headers: learner.headers })
	const response = await shop.app.request(`/api/orders/${id}/receipt.pdf`, { headers: learner.headers })
	expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
		200,
		'application/pdf',
		'no-store',
	])
	const bytes = new Uint8Array(await response.arrayBuffer())
	expect(new TextDecoder('latin1').decode(bytes.subarray(0, 5))).toBe('%PDF-')
	const text = await readPdfText(bytes)
	const { id: order } = await shop.deps.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
	for (const part of ['Receipt', `Order number: ${orderNumber(order)}`, '$47.00', 'Money back', learner.email]) expect(text).toContain(part)
})

async function readPdfText(bytes: Uint8Array): Promise<string> {
	const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
	const pdf = await getDocument({ data: bytes, verbosity: 0 }).promise
	const page = await pdf.getPage(1)
	const { items } = await page.getTextContent()
	return items.map((item) => ('str' in item ? item.str : '')).join('')
}
