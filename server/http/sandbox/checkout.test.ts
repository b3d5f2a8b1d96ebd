// asvs V1.2.1
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { countResults, sessionIdOf } from '#tests/factories/checkout.ts'
import { GOOD_FIELDS, openShop } from '#tests/factories/shop.ts'

const orderOf = (shop: Awaited<ReturnType<typeof openShop>>) =>
	shop.deps.db.selectFrom('orders').select(['status', 'email', 'total_cents']).executeTakeFirstOrThrow()

const shownValue = (page: string, name: string) => new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page)?.[1]

/** Matches the error message of a field. */
const shownError = (page: string, name: string) => new RegExp(`id="${name}-error"[^>]*>([^<]*)<`).exec(page)?.[1]

test('a guest pays on the test page, and only the webhook marks the order paid', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment({ couponCode: 'LAUNCH1' })
	const page = await shop.open(url)
	expect(page.text).toContain('TEST MODE')
	expect(page.text).toContain('$37.60')
	const paid = await shop.press(url, 'pay', { ...GOOD_FIELDS, email: 'Ada@Example.com' })
	expect(paid.status).toBe(303)
	expect(paid.location).toBe(`http://localhost:3000/payment-success?session_id=${sessionIdOf(url)}`)
	expect(await orderOf(shop)).toEqual({ status: 'paid', email: 'ada@example.com', total_cents: 3760 })
})

test('pressing Pay twice at once pays once', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	const answers = await Promise.all([shop.press(url, 'pay', GOOD_FIELDS), shop.press(url, 'pay', GOOD_FIELDS)])
	expect(answers.map(({ status, location }) => [status, location])).toEqual(
		answers.map(() => [303, `http://localhost:3000/payment-success?session_id=${sessionIdOf(url)}`]),
	)
	expect(await shop.deps.db.selectFrom('payments').select('status').execute()).toEqual([{ status: 'succeeded' }])
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 1, receipts: 1, access: 1, alerts: 0 })
})

test.each([
	{ number: '4000 0000 0000 0002', says: 'Your card was declined. Try another card.', code: 'generic_decline' },
	{ number: '4000 0000 0000 9995', says: 'Your card has insufficient funds. Try another card.', code: 'insufficient_funds' },
	{ number: '4000 0000 0000 0069', says: 'Your card has expired. Try another card.', code: 'expired_card' },
	{ number: '4000 0000 0000 0127', says: 'Your card’s security code is incorrect. Check it and try again.', code: 'incorrect_cvc' },
	{
		number: '4000 0000 0000 0119',
		says: 'An error occurred while processing your card. Try again in a little while.',
		code: 'processing_error',
	},
])('the card $number is declined with its reason, unlocks nothing, and another card works', async ({ number, says, code }) => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	const refused = await shop.press(url, 'pay', { ...GOOD_FIELDS, number })
	expect(refused.status).toBe(200)
	expect(refused.text).toContain(says)
	expect(refused.text).toContain('value="ada@example.com"')
	expect(refused.text).not.toContain(number)
	expect(await shop.status(sessionIdOf(url))).toMatchObject({ status: 'verifying' })
	expect(await shop.deps.db.selectFrom('payments').select(['status', 'failure_code']).execute()).toEqual([
		{ status: 'failed', failure_code: code },
	])
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 0, receipts: 0 })

	expect((await shop.press(url, 'pay', GOOD_FIELDS)).status).toBe(303)
	expect((await orderOf(shop)).status).toBe('paid')
	expect(await countResults(shop.deps)).toMatchObject({ entitlements: 1, receipts: 1, alerts: 0 })
})

test('Cancel returns with the session and changes nothing', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	const canceled = await shop.press(url, 'cancel', GOOD_FIELDS)
	expect([canceled.status, canceled.location]).toEqual([303, `http://localhost:3000/payment-canceled?session_id=${sessionIdOf(url)}`])
	expect(await shop.status(sessionIdOf(url))).toMatchObject({ status: 'verifying' })
	expect(await shop.deps.db.selectFrom('payments').selectAll().execute()).toEqual([])
	expect((await shop.open(url)).status).toBe(200)
})

test('Cancel returns with the discount code', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment({ couponCode: 'LAUNCH1' })
	expect((await shop.press(url, 'cancel', GOOD_FIELDS)).location).toBe(
		`http://localhost:3000/payment-canceled?session_id=${sessionIdOf(url)}&coupon=LAUNCH1`,
	)
})

test('a failing webhook delivery doesn’t fail the payment', async () => {
	const shop = await openShop({ post: () => Promise.reject(new Error('connection refused')) })
	const { url } = await shop.createPayment()
	expect((await shop.press(url, 'pay', GOOD_FIELDS)).status).toBe(303)
	expect((await orderOf(shop)).status).toBe('pending')
	expect(await shop.status(sessionIdOf(url))).toMatchObject({ status: 'paid' })
})

test.each([
	{ field: 'email', value: '', says: 'Please enter a valid email address' },
	{ field: 'email', value: 'ada@example', says: 'Please enter a valid email address' },
	{ field: 'number', value: '', says: 'Enter a card number.' },
	{ field: 'number', value: '5555 5555 5555 4444', says: 'Use a test card: real cards aren’t accepted here.' },
	{ field: 'expiry', value: '13/40', says: 'Enter the date as MM / YY.' },
	{ field: 'expiry', value: '01/20', says: 'This card has expired.' },
	{ field: 'cvc', value: '12', says: 'Enter the 3 or 4 digits of the security code.' },
])('$field "$value" shows "$says", and only card data is cleared', async ({ field, value, says }) => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	const refused = await shop.press(url, 'pay', { ...GOOD_FIELDS, [field]: value })
	expect(refused.status).toBe(422)
	expect(refused.text).toContain(`aria-describedby="${field}-error`)
	expect(shownError(refused.text, field)).toBe(says)
	const shown = (['email', 'number', 'expiry', 'cvc'] as const).map((name) => shownValue(refused.text, name))
	expect(shown).toEqual([field === 'email' ? value : GOOD_FIELDS.email, '', '', ''])
	expect(await shop.deps.db.selectFrom('sandbox_stripe.objects').select('id').where('kind', '=', 'charge').execute()).toEqual([])
})

test('a buyer’s input is shown as text, never as markup', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	const answer = await shop.press(url, 'apply-code', { email: '"><script>alert(1)</script>', code: '<b>x</b>' })
	expect(answer.text).not.toContain('<script')
	expect(answer.text).not.toContain('<b>x')
})

test('no card number is stored, only the last four digits of a test card', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	await shop.press(url, 'pay', { ...GOOD_FIELDS, number: '5555555555554444' })
	await shop.press(url, 'pay', GOOD_FIELDS)
	const { rows } = await sql<{ text: string }>`
		select body::text as text from sandbox_stripe.objects union all select body from sandbox_stripe.events
		union all select p::text from payments p`.execute(shop.deps.db)
	const everything = rows.map(({ text }) => text).join('\n')
	expect(everything).toContain('"last4": "4242"')
	expect(everything + shop.logLines.join('\n')).not.toMatch(/4242 ?4242|5555 ?5555/)
})

test('a code typed on the page changes the price, and Pay applies a pending one first', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	const applied = await shop.press(url, 'pay', { ...GOOD_FIELDS, code: 'launch1' })
	expect(applied.text).toContain('The code was applied.')
	expect(applied.text).toContain('Pay $37.60')
	const lines = [...applied.text.replaceAll('<!-- -->', '').matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)]
	expect(lines.slice(-3).map(([, name, amount]) => [name, amount])).toEqual([
		['Subtotal', '$47.00'],
		['Code LAUNCH1', '-$9.40'],
		['Total', '$37.60'],
	])
	expect((await shop.press(url, 'pay', GOOD_FIELDS)).status).toBe(303)
	expect(await shop.status(sessionIdOf(url))).toMatchObject({ status: 'paid', discountCode: 'LAUNCH1', amounts: { totalCents: 3760 } })
	expect(await countResults(shop.deps)).toMatchObject({ redeemed: 1, alerts: 0 })
})

test('a code can be removed, and an invalid one is reported below its field', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	const wrong = await shop.press(url, 'apply-code', { email: 'ada@example.com', code: 'NOPE' })
	expect([wrong.status, shownError(wrong.text, 'code')]).toEqual([422, 'This code isn’t valid.'])
	await shop.press(url, 'apply-code', { code: 'LAUNCH1' })
	const removed = await shop.press(url, 'remove-code', {})
	expect(removed.text).toContain('Pay $47.00')
})

test('a test-card button fills in the card and keeps the address', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	const filled = await shop.press(url, 'fill-4000000000000002', { email: 'ada@example.com' })
	expect(filled.text).toContain('value="4000 0000 0000 0002"')
	expect(filled.text).toContain('value="ada@example.com"')
})

test('a form without the browser’s CSRF token is refused, and nothing is paid', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	await shop.open(url)
	const forged = await shop.request(url, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams({ action: 'pay', csrf: 'x'.repeat(43), ...GOOD_FIELDS }).toString(),
	})
	expect(forged.status).toBe(403)
	expect((await orderOf(shop)).status).toBe('pending')
})

test('a body that isn’t a form is refused like one without the token', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	const headers = { 'content-type': 'multipart/form-data; boundary=x' }
	expect((await shop.request(url, { method: 'POST', headers, body: 'not a part' })).status).toBe(403)
	expect((await orderOf(shop)).status).toBe('pending')
})

test('an address passed to the checkout can’t be changed', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment({ email: 'grace@example.com' })
	await shop.press(url, 'pay', { ...GOOD_FIELDS, email: 'mallory@example.com' })
	expect((await orderOf(shop)).email).toBe('grace@example.com')
})

test('after an hour the checkout is closed and takes no payment', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	shop.clock.advance(61 * 60_000)
	const late = await shop.open(url)
	expect([late.status, late.text.includes('This checkout has expired')]).toEqual([410, true])
	expect((await shop.press(url, 'pay', GOOD_FIELDS)).status).toBe(410)
	expect(await shop.status(sessionIdOf(url))).toMatchObject({ status: 'expired' })
})

test('the page loads nothing external, runs no script and isn’t indexed', async () => {
	const shop = await openShop()
	const { url } = await shop.createPayment()
	const page = await shop.open(url)
	const policy = page.headers.get('content-security-policy') ?? ''
	expect(policy).toMatch(
		/^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self' http:\/\/localhost:3000;/,
	)
	expect(policy).not.toMatch(/script|unsafe/)
	expect(page.text).not.toContain('<script')
	expect(page.text).toContain('<meta name="robots" content="noindex"')
	expect((await shop.open('/sandbox/checkout/cs_test_none')).status).toBe(404)
})

test.each(['LAUNCH1', undefined])(
	'payment requires the waiver (code %s), and the order stores its version and time',
	async (couponCode) => {
		const shop = await openShop()
		const { url } = await shop.createPayment({ ...(couponCode && { couponCode }) })
		const page = await shop.open(url)
		expect(page.text).toContain('lose any right of withdrawal')
		expect(page.text).toContain('5-10 business days')
		for (const terms of ['', 'on', 'accepted '.repeat(3)]) {
			const refused = await shop.press(url, 'pay', { ...GOOD_FIELDS, terms })
			expect(refused.status).toBe(422)
			expect(refused.text).toContain('Please check this box')
			expect(shownValue(refused.text, 'email')).toBe(GOOD_FIELDS.email)
		}
		const readWaiver = () =>
			shop.deps.db.selectFrom('orders').select(['status', 'waiver_version', 'waiver_accepted_at']).executeTakeFirstOrThrow()
		expect(await readWaiver()).toEqual({ status: 'pending', waiver_version: null, waiver_accepted_at: null })
		expect((await shop.press(url, 'pay', GOOD_FIELDS)).status).toBe(303)
		expect(await readWaiver()).toEqual({ status: 'paid', waiver_version: '2026-11-22', waiver_accepted_at: expect.any(Date) as Date })
	},
)
