import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import fixture from '#tests/fixtures/offers/three-currencies.json' with { type: 'json' }

const [first, japan, kuwait] = fixture.offers
const tenOff = {
	code: 'DUNE',
	kind: 'amount',
	amountOffCents: 1000,
	offerCodes: ['course-kuwait'],
	expiresAt: null,
	totalLimit: null,
	perEmailLimit: null,
}
const OFFERS_FILE = '#content/offers.json'

beforeAll(() => {
	vi.doMock(OFFERS_FILE, () => ({ default: { ...fixture, discountCodes: [...fixture.discountCodes, tenOff] } }))
	vi.resetModules()
})
afterAll(() => {
	vi.doUnmock(OFFERS_FILE)
	vi.resetModules()
})

test.each([
	[first?.code, '€47, 20% off with LAUNCH1.'],
	[japan?.code, '¥6,900, 10% off with SAKURA.'],
	[kuwait?.code, 'KWD\u00A014.500, KWD\u00A01 off with DUNE.'],
	['gone', '€47, 20% off with LAUNCH1.'],
])('words on the page of %s say its own price and code', async (code = '', expected) => {
	const { fillOffer } = await import('./fill-offer.ts')
	expect(fillOffer({ list: ['{price}, {discount} off with {discountCode}.'], days: '{n}' }, code)).toEqual({
		list: [expected],
		days: '{n}',
	})
})

test('a sentence that names a code is left out where none is for the offer, and no other offer’s price is said', async () => {
	vi.doMock(OFFERS_FILE, () => ({ default: { ...fixture, discountCodes: fixture.discountCodes.slice(0, 1) } }))
	vi.resetModules()
	const { fillOffer } = await import('./fill-offer.ts')
	const { landingOf } = await import('#content/public.server.ts')
	const { offers } = await import('#content/offers.server.ts')
	expect(fillOffer(['Yes: {price}.  The code {discountCode} takes {discount} off. Really.', '{discountCode}'], 'course-japan')).toEqual([
		'Yes: ¥6,900. Really.',
		'',
	])
	const page = JSON.stringify(offers.slice(1).map(landingOf))
	expect(page).toContain('¥6,900')
	expect(page).not.toMatch(/LAUNCH1|20%(?! of the course)|€47|€197/)
})
