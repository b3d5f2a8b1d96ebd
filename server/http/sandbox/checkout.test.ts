import { expect, test } from 'vitest'

import { openShop } from '#tests/factories/shop.ts'

test('a guest pays on the test page and the webhook alone makes the order paid', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment({ couponCode: 'LAUNCH1' })
	const page = await shop.open(url)
	expect(page.text).toContain('TEST MODE')
	expect(page.text).toContain('$37.60')
	const paid = await shop.press(url, 'pay', { email: 'Ada@Example.com', number: '4242424242424242', expiry: '12/34', cvc: '123' })
	expect(paid.status).toBe(303)
	expect(paid.location).toMatch(/^http:\/\/localhost:3000\/payment-success\?session_id=cs_test_\w+$/)
	const row = await shop.deps.db.selectFrom('orders').select(['status', 'email', 'total_cents']).executeTakeFirst()
	expect(row).toEqual({ status: 'paid', email: 'ada@example.com', total_cents: 3760 })
})
