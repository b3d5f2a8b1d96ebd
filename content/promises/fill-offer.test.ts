import { expect, test } from 'vitest'

import { loadContent } from '#content/load-content.server.ts'
import { ParsedFileCache } from '#content/parsed-files.ts'
import { readShipped } from '#content/read-sources.server.ts'
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
const parsed = new ParsedFileCache()
const loadWith = (discountCodes: readonly object[]) =>
	loadContent(readShipped(), new Map([['offers.json', JSON.stringify({ ...fixture, discountCodes })]]), { parsed })

test.each([
	[first?.code, '€47, 20% off with LAUNCH1.'],
	[japan?.code, '¥6,900, 10% off with SAKURA.'],
	[kuwait?.code, 'KWD\u00A014.500, KWD\u00A01 off with DUNE.'],
	['gone', '€47, 20% off with LAUNCH1.'],
])('the page of %s shows its own price and code', (code = '', expected) => {
	const { fillOffer } = loadWith([...fixture.discountCodes, tenOff])
	expect(fillOffer({ list: ['{price}, {discount} off with {discountCode}.'], days: '{n}' }, code)).toEqual({
		list: [expected],
		days: '{n}',
	})
})

test.each([
	[undefined, 'Digital Income Mastery - Lifetime Access'],
	['any plan', 'any plan'],
])('a code that applies to %j shows: %s', (appliesTo, said) => {
	const [launch] = fixture.discountCodes
	const { fillOffer } = loadWith([{ ...launch, ...(appliesTo !== undefined && { appliesTo }) }])
	expect(fillOffer('{discount} off {discountScope}.', first?.code ?? '')).toBe(`20% off ${said}.`)
})

test('an offer without a regular price shows no comparison', () => {
	const [{ regularAmountCents: _, ...plain }, ...others] = fixture.offers as [(typeof fixture.offers)[number], ...typeof fixture.offers]
	const { offers, fillPromises } = loadContent(
		readShipped(),
		new Map([['offers.json', JSON.stringify({ ...fixture, offers: [plain, ...others] })]]),
		{ parsed },
	)
	expect(offers[0]).toMatchObject({ regularPrice: 'hidden', regularAmountCents: plain.amountCents })
	expect(fillPromises('{price}{insteadOfRegularPrice}.')).toBe('€47.')
})

test('a sentence about a code is left out for offers without one', () => {
	const { fillOffer, landingOf, offers } = loadWith(fixture.discountCodes.slice(0, 1))
	expect(fillOffer(['Yes: {price}.  The code {discountCode} takes {discount} off. Really.', '{discountCode}'], 'course-japan')).toEqual([
		'Yes: ¥6,900. Really.',
		'',
	])
	const page = JSON.stringify(offers.slice(1).map(landingOf))
	expect(page).toContain('¥6,900')
	expect(page).not.toMatch(/LAUNCH1|20%(?! of the course)|€47|€197/)
})
