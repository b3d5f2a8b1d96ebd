import { expect, test } from 'vitest'

import { toOfferJsonLd } from './json-ld.ts'

test.each([
	['USD', 4700, '47.00'],
	['JPY', 6900, '6900'],
	['KWD', 14_500, '14.500'],
])('structured data gives the price in %s as buyers pay it', (currency, amountCents, price) => {
	expect(toOfferJsonLd({ offers: [] }, { code: 'any', amountCents, currency })).toMatchObject({ price, priceCurrency: currency })
})
