import { expect, test } from 'vitest'

import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import { openCheckout, PRODUCT, sessionIdOf } from '#tests/factories/checkout.ts'
import { learnerContext } from '#tests/factories/refund.ts'
import { signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

import { type ConsoleBrowser, openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'
import { rowsOf } from './read-table.ts'

const OFFER = 'offer-digital-income-mastery-lifetime'
const NEW = '/admin/coupons/new-coupon'
const SPRING = { coupon: ' spring25 ', kind: 'percent', off: '25', [OFFER]: 'on' }

async function openShop() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await operator.get(NEW)
	return { wire, operator }
}

/** Returns the price in cents, or the reason why the code was refused. */
const tryCode = async ({ deps }: Wire, couponCode: string): Promise<number | string> => {
	try {
		await openCheckout(deps, { couponCode })
	} catch (error) {
		return (error as { code: string }).code
	}
	const order = await deps.db.selectFrom('orders').select('total_cents').orderBy('id', 'desc').executeTakeFirstOrThrow()
	return order.total_cents
}

const change = async (operator: ConsoleBrowser, path: string, fields: Record<string, string>) =>
	operator.post(path, { ...hiddenIn((await operator.get(path)).text, path), ...fields })

test('a coupon works once saved, can be changed, ended and resumed, and lists its orders', async () => {
	const { wire, operator } = await openShop()
	expect((await operator.post(NEW, { ...SPRING, coupon: 'spring 25' })).to).toBe('/admin/coupons/SPRING25?notice=coupon-created')
	expect(await tryCode(wire, 'spring25')).toBe(3525)
	const page = '/admin/coupons/SPRING25'
	expect((await change(operator, page, { kind: 'amount', off: '10.00', [OFFER]: 'on', total: '2' })).to).toContain('notice=coupon-changed')
	expect([await tryCode(wire, 'SPRING25'), await tryCode(wire, 'SPRING25')]).toEqual([3700, 'discount_used_up'])
	const { text } = await operator.get(page)
	expect(text).toContain('<dt>Total uses</dt><dd>2</dd>')
	expect(text.indexOf('End coupon')).toBeLessThan(text.indexOf('Save coupon'))
	expect((await operator.get(NEW)).text).toContain('Cancel')
	expect(rowsOf(text, 'Orders with this coupon').map((cells) => cells.slice(-2))).toEqual([
		['$10.00', '$37.00'],
		['$11.75', '$35.25'],
	])
	expect(rowsOf((await operator.get('/admin/coupons')).text, 'Coupons').map((cells) => cells.slice(0, -1))).toEqual([
		['LAUNCH1', '20% off', 'active', '0', PRODUCT, '–', '–'],
		['SPRING25', '$10 off', 'used up', '0 of 2 (2 in open checkouts)', PRODUCT, '–', '–'],
	])

	await change(operator, page, { kind: 'percent', off: '50', [OFFER]: 'on' })
	await operator.post(`${page}/end`)
	expect([await tryCode(wire, 'SPRING25'), (await operator.post(`${page}/end`)).to]).toEqual([
		'discount_expired',
		`${page}?notice=coupon-unchanged`,
	])
	await operator.post(`${page}/resume`)
	expect(await tryCode(wire, 'SPRING25')).toBe(2350)
	const actions = await wire.deps.db.selectFrom('operator_actions').select(['action', 'after']).orderBy('id').execute()
	expect(actions.map(({ action }) => action)).toEqual([
		'coupon_created',
		'coupon_changed',
		'coupon_changed',
		'coupon_ended',
		'coupon_resumed',
	])
	expect(actions[0]?.after).toMatchObject({ off: { percent: 25 } })
	// A checkout that was never paid no longer holds the code.
	await wire.deps.db.updateTable('discount_redemptions').set({ held_until: wire.clock.now() }).execute()
	expect((await operator.get(page)).text).not.toContain('$35.25')
})

test('coupon times are in the academy’s time zone; before the start a code is unknown, after the end expired', async () => {
	const { wire, operator } = await openShop()
	const now = wire.clock.now().getTime()
	const inNewYork = (at: number) =>
		new Date(at).toLocaleString('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' }).replace(' ', 'T')
	const times = { from: inNewYork(now + 3_600_000), until: inNewYork(now + 7_200_000) }
	await operator.post(NEW, { ...SPRING, ...times })
	expect((await operator.get('/admin/coupons/SPRING25')).text).toContain(`value="${times.from}"`)
	const seen: (number | string)[] = []
	for (let step = 0; step < 3; step += 1) {
		seen.push(await tryCode(wire, 'SPRING25'))
		wire.clock.advance(3_660_000)
	}
	expect(seen).toEqual(['discount_unknown', 3525, 'discount_expired'])
})

test('a price of zero or below $1 is previewed, and saved only after confirmation', async () => {
	const { wire, operator } = await openShop()
	const asked = await operator.post(NEW, { ...hiddenIn((await operator.get(NEW)).text, NEW), ...SPRING, off: '100' })
	expect([asked.status, asked.text.includes(`${PRODUCT}: $47.00 becomes free`)]).toEqual([422, true])
	expect(await wire.countRows('discount_codes')).toBe(0)
	const confirmed = /name="confirmed" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
	// A low price other than the confirmed one needs confirmation again.
	expect((await operator.post(NEW, { ...SPRING, kind: 'amount', off: '46.50', confirmed })).status).toBe(422)
	expect((await operator.post(NEW, { ...SPRING, off: '100', confirmed })).status).toBe(303)
	expect(await tryCode(wire, 'SPRING25')).toBe(0)
})

test.each([
	['a code with a hyphen', { coupon: 'SPRING-25' }, 'Use 3 to 32 letters from A to Z and digits'],
	['a code that belongs to an offer', { coupon: 'launch1' }, 'A coupon with this code already exists'],
	['no offer', { [OFFER]: null }, 'Choose at least one offer'],
	['no percentage', { off: '' }, 'Enter a whole percentage from 1 to 100'],
	['101 percent', { off: '101' }, 'Enter a whole percentage from 1 to 100'],
	['an ambiguous amount', { kind: 'amount', off: '1,000' }, 'Enter an amount in USD, such as 10.00'],
	['an end before the start', { from: '2030-01-02T10:00', until: '2030-01-01T10:00' }, 'The end must be after the start'],
	['an impossible date', { from: '2030-02-30T10:00' }, 'isn’t a date'],
	['zero uses', { total: '0' }, 'Enter a whole number from 1'],
	['half a use', { each: '1.5' }, 'Enter a whole number from 1'],
])('%s is refused at its field, and input is kept', async (_name, typed, message) => {
	const { wire, operator } = await openShop()
	const fields = Object.fromEntries(Object.entries({ ...SPRING, ...typed }).filter((entry): entry is [string, string] => entry[1] !== null))
	const form = hiddenIn((await operator.get(NEW)).text, NEW)
	const refused = await operator.post(NEW, { ...form, ...fields })
	expect([refused.status, refused.text.includes(message), refused.text.includes('name="off"')]).toEqual([422, true, true])
	expect(await wire.countRows('discount_codes')).toBe(0)
})

test('all faults of a coupon are shown at once', async () => {
	const { operator } = await openShop()
	const wrong = { coupon: 'ab', kind: 'amount', off: 'much', from: '2030-02-30T10:00', total: 'many' }
	const { text } = await operator.post(NEW, { ...hiddenIn((await operator.get(NEW)).text, NEW), ...wrong })
	const messages = ['Use 3 to 32 letters', 'Enter an amount in USD', 'isn’t a date', 'Enter a whole number', 'Choose at least one offer']
	expect(messages.filter((each) => !text.includes(each))).toEqual([])
})

test('a missing second-factor code is asked for at its field, next to the messages of the coupon’s fields', async () => {
	const { wire, operator } = await openShop()
	wire.clock.advance(11 * 60_000)
	const wrong = { ...SPRING, coupon: 'ab', off: '250' }
	const messagesAfter = async (fields: Record<string, string>) => {
		const { text } = await operator.post(NEW, { ...hiddenIn((await operator.get(NEW)).text, NEW), ...wrong, ...fields })
		const messageOf = (name: string) => new RegExp(`name="${name}".*?id="[^"]*-${name}-error"[^>]*>([^<]*)`).exec(text)?.[1]
		return { messages: ['coupon', 'off', 'code'].map(messageOf), isAsked: text.includes('One more step: confirm it’s you') }
	}
	const messages = ['Use 3 to 32 letters from A to Z and digits.', 'Enter a whole percentage from 1 to 100.']
	expect(await messagesAfter({ code: '' })).toEqual({
		messages: [...messages, 'Enter a code from your authenticator app.'],
		isAsked: false,
	})
	// A form from a time when no code was needed has no field for it, so its absence isn't a mistake.
	expect(await messagesAfter({})).toEqual({ messages: [...messages, undefined], isAsked: true })
	expect(await wire.countRows('discount_codes')).toBe(0)
})

test('a concurrent change of a coupon shows the first one’s values and keeps the input', async () => {
	const { operator } = await openShop()
	await operator.post(NEW, SPRING)
	const page = '/admin/coupons/SPRING25'
	const opened = hiddenIn((await operator.get(page)).text, page)
	await operator.post(page, { ...opened, kind: 'percent', off: '30', [OFFER]: 'on' })
	const late = await operator.post(page, { ...opened, kind: 'percent', off: '40', [OFFER]: 'on' })
	expect([late.status, late.text.includes('value="40"'), late.text.includes('30% off')]).toEqual([409, true, true])
	expect((await operator.post(page, { ...hiddenIn(late.text, page), kind: 'percent', off: '40', [OFFER]: 'on' })).status).toBe(303)
})

test('a limit of one use per person requires sign-in, and an open checkout gets today’s price', async () => {
	const { wire, operator } = await openShop()
	await operator.post(NEW, { ...SPRING, each: '1' })
	expect(await tryCode(wire, 'SPRING25')).toBe('discount_sign_in_needed')
	const { user, email } = await signedIn(wire)
	const ctx = learnerContext(wire.deps, { userId: user.id, email } as Parameters<typeof learnerContext>[1])
	const press = async () =>
		sessionIdOf((await startCheckout(ctx, { productName: PRODUCT, couponCode: 'SPRING25', email, browserKey: 'b' })).url)
	const first = await press()
	expect(await press()).toBe(first)
	await change(operator, '/admin/coupons/SPRING25', { kind: 'percent', off: '50', [OFFER]: 'on', each: '1' })
	expect(await press()).not.toBe(first)
	const order = await wire.deps.db.selectFrom('orders').select('total_cents').where('status', '=', 'pending').executeTakeFirstOrThrow()
	expect(order.total_cents).toBe(2350)
})

test('while a coupon of the console is active, the payment page has no field for a code, which would refuse it', async () => {
	const { wire, operator } = await openShop()
	const hasField = async () => {
		const { sessionId } = await openCheckout(wire.deps)
		return (await operator.get(`/sandbox/checkout/${sessionId}`)).text.includes('Promotion code')
	}
	expect(await hasField()).toBe(true)
	await operator.post(NEW, { ...SPRING, coupon: 'LATER', from: '2099-01-01T00:00' })
	expect(await hasField()).toBe(true)
	await operator.post(NEW, SPRING)
	expect(await hasField()).toBe(false)
	await operator.post('/admin/coupons/SPRING25/end')
	expect(await hasField()).toBe(true)
})

test('a coupon of an offer is edited with the offer, lists are paged, and an unknown coupon is 404', async () => {
	const { wire, operator } = await openShop()
	const page = await operator.get('/admin/coupons/launch1')
	expect([page.status, page.text.includes('Edit it with your offers'), page.text.includes('Save coupon')]).toEqual([200, true, false])
	expect((await operator.post('/admin/coupons/LAUNCH1/end')).status).toBe(404)
	expect((await operator.get('/admin/coupons/NOTHERE')).status).toBe(404)
	await wire.deps.db
		.insertInto('discount_codes')
		.values(
			Array.from({ length: 51 }, (_, index) => ({ code: `C${100 + index}`, percent: 5, offer_codes: ['x'], created_at: wire.clock.now() })),
		)
		.execute()
	const first = await operator.get('/admin/coupons')
	const next = /href="([^"]*before=[^"]+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
	expect([rowsOf(first.text, 'Coupons').length, rowsOf((await operator.get(next)).text, 'Coupons').map(([code]) => code)]).toEqual([
		51,
		['C100'],
	])
	expect(rowsOf((await operator.get('/admin/coupons?q=c12')).text, 'Coupons')).toHaveLength(10)
})

test('saving or resuming a coupon needs the second factor, ending it doesn’t', async () => {
	const { wire, operator } = await openShop()
	await operator.post(NEW, SPRING)
	const page = '/admin/coupons/SPRING25'
	wire.clock.advance(11 * 60_000)
	const opened = await operator.get(page)
	expect(opened.text).toContain('Code from your authenticator app')
	expect((await operator.post(NEW, { ...SPRING, coupon: 'OTHER1' })).status).toBe(422)
	expect((await change(operator, page, { kind: 'percent', off: '30', [OFFER]: 'on' })).status).toBe(422)
	expect((await operator.post(`${page}/end`)).to).toBe(`${page}?notice=coupon-ended`)
	expect((await operator.post(`${page}/resume`)).status).toBe(422)
	const coupon = await wire.deps.db.selectFrom('discount_codes').select(['code', 'percent', 'ended_at']).executeTakeFirstOrThrow()
	expect(coupon).toMatchObject({ code: 'SPRING25', percent: 25 })
	expect(coupon.ended_at).not.toBeNull()
	expect((await operator.post(`${page}/resume`, { code: operator.code() })).to).toBe(`${page}?notice=coupon-resumed`)
})

test('coupons can be narrowed to a status and sorted by code and end, across pages', async () => {
	const { wire, operator } = await openShop()
	const { deps, clock } = wire
	const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000)
	const values = { percent: 5, offer_codes: ['x'], created_at: clock.now() }
	await deps.db
		.insertInto('discount_codes')
		.values([
			{ ...values, code: 'GONE', ended_at: clock.now() },
			{ ...values, code: 'OLD', expires_at: inDays(-1) },
			{ ...values, code: 'SOON', starts_at: inDays(1) },
			{ ...values, code: 'LATER', expires_at: inDays(9) },
			...Array.from({ length: 51 }, (_, index) => ({ ...values, code: `C${100 + index}` })),
		])
		.execute()
	const codesOf = async (address: string) => {
		const { text } = await operator.get(address)
		const next = /href="([^"]*before=[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
		return { codes: rowsOf(text, 'Coupons').map(([code]) => code), next }
	}
	await operator.post(NEW, { ...SPRING, total: '1' })
	await tryCode(wire, 'SPRING25')
	for (const [state, codes] of Object.entries({ ended: ['GONE'], expired: ['OLD'], scheduled: ['SOON'], 'used+up': ['SPRING25'] }))
		expect([state, (await codesOf(`/admin/coupons?state=${state}`)).codes]).toEqual([state, codes])
	const active = await codesOf('/admin/coupons?state=active&sort=code')
	expect(active.codes.slice(0, 3)).toEqual(['LAUNCH1', 'C100', 'C101'])
	expect((await codesOf(active.next ?? '')).codes).toEqual(['C150', 'LATER'])
	expect((await codesOf('/admin/coupons?sort=ends')).codes.slice(1, 4)).toEqual(['OLD', 'LATER', 'C100'])
	const { text } = await operator.get('/admin/coupons?state=active')
	// A search keeps the tab. The tabs have every status, so there is no menu of filters.
	expect(text).toContain('<input type="hidden" name="state" value="active"/>')
	expect(text).not.toContain('>Filters<')
})
