import { expect, test } from 'vitest'

import { paths } from '#contracts/paths.ts'
import { PRODUCT } from '#tests/factories/checkout.ts'
import { openShop } from '#tests/factories/shop.ts'
import { CONSENT, sendMoney } from '#tests/factories/transfer.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

async function openBank() {
	const made = await makeTestDeps({ env: { BANK_TRANSFER: '1' } })
	const shop = await openShop({ made })
	const send = (path: string, fields: Record<string, string>, browser = shop) =>
		browser.request(path, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: new URLSearchParams(fields).toString(),
		})
	const start = async () => {
		const { status, headers } = await send(paths.startCheckout, { productName: PRODUCT, couponCode: 'LAUNCH1' })
		return { status, path: new URL(headers.get('location') ?? '').pathname }
	}
	/** Reads the order's page without JavaScript. */
	const read = async (path: string, browser = shop) => {
		const { status, headers, text } = await browser.request(path)
		return { status, headers, plain: /<noscript>(?!<style>@)[\s\S]*?<\/noscript>/.exec(text)?.[0] ?? '' }
	}
	return { ...made, shop, send, start, read }
}

test('without script a guest places an order and sees amount, reference and account', async () => {
	const { deps, send, start, read } = await openBank()
	const { status, path } = await start()
	expect([status, path]).toEqual([303, expect.stringMatching(/^\/orders\/bt_[0-9a-f]{40}$/)])
	const before = await read(path)
	expect(before.headers.get('cache-control')).toBe('no-store')
	expect(before.plain).toContain(deps.content.checkoutConsent.label)
	expect(before.plain).toContain('Order and Pay by Bank Transfer')
	expect(before.plain).not.toMatch(/XX00|LW-/)

	const placed = await send(path, { consent: CONSENT, email: 'Ada@Example.com' })
	expect([placed.status, placed.headers.get('location')]).toEqual([303, path])
	const { plain } = await read(path)
	for (const part of ['$37.60 USD', 'XX00 0000 0000 0000 0000', 'a***@example.com']) expect(plain).toContain(part)
	expect(plain).toMatch(/LW-[0-9A-Z]{4}-[0-9A-Z]{4}/)
	expect(plain).not.toContain('<form')
	const mails = await deps.db.selectFrom('outbox_messages').select(['template', 'to_address']).execute()
	expect(mails).toEqual([{ template: 'order.transfer-asked', to_address: 'ada@example.com' }])

	await sendMoney(deps, path.split('/').at(-1) ?? '')
	expect((await read(path)).plain).toMatch(/<h1>Receipt<\/h1>[\s\S]*Money back/)
})

test.each([
	{
		what: 'an unchecked box',
		fields: { email: 'ada@example.com' },
		status: 422,
		says: 'Please check this box to place your order.',
	},
	{ what: 'no address', fields: { consent: CONSENT, email: '' }, status: 400, says: 'Please enter your email address' },
	{ what: 'an invalid address', fields: { consent: CONSENT, email: 'ada' }, status: 422, says: 'Please enter a valid email address' },
	{
		what: 'terms that have changed',
		fields: { consent: '2020-01-01', email: 'ada@example.com' },
		status: 409,
		says: 'The terms have changed',
	},
])('$what returns the form with the input, and places nothing', async ({ fields, status, says }) => {
	const { deps, send, start } = await openBank()
	const { path } = await start()
	const answer = await send(path, fields)
	expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(says)])
	expect(answer.text).toMatch(/role="alert"[\s\S]*Order and Pay by Bank Transfer/)
	if (fields.email) expect(answer.text).toMatch(new RegExp(`<input [^>]*name="email"[^>]*value="${fields.email}"`))
	expect(/<input [^>]*checked=""[^>]*type="checkbox"|<input [^>]*type="checkbox"[^>]*checked=""/.test(answer.text)).toBe(
		'consent' in fields,
	)
	expect(await deps.db.selectFrom('bank_transfers').select('accepted_at').execute()).toEqual([{ accepted_at: null }])
})

test('another browser or another site can’t place the order', async () => {
	const { deps, shop, send, start, ...made } = await openBank()
	const { path } = await start()
	const fields = { consent: CONSENT, email: 'eve@example.com' }
	const stranger = await openShop({ made: { deps, ...made } })
	const refused = await send(path, fields, stranger)
	expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('This order was started in another browser.')])
	const headers = { origin: 'https://elsewhere.test', 'content-type': 'application/x-www-form-urlencoded' }
	expect((await shop.request(path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() })).status).toBe(400)
	const unknown = await send(`/orders/bt_${'0'.repeat(40)}`, fields)
	expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('Back to the offer')])
	expect(await deps.db.selectFrom('bank_transfers').select('accepted_at').execute()).toEqual([{ accepted_at: null }])
})

test.each(['/orders/%00', '/orders/%ff'])('a form posted to %s, which is no order, is refused with the page', async (path) => {
	const { send } = await openBank()
	const answer = await send(path, { consent: CONSENT, email: 'ada@example.com' })
	expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('Back to the offer')])
})
