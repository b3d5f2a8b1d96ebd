import { expect, test } from 'vitest'

import offersJson from '#content/offers.json' with { type: 'json' }

import { OffersSchema } from './offers.ts'

const [first] = offersJson.offers
const [code] = offersJson.discountCodes
if (!first || !code) throw new Error('the file of the site has an offer and a code')

const { percent: _percent, ...limits } = code
const second = { ...first, code: 'second', productName: 'Second', commonQuestions: [{ question: 'Is it {price}?', answer: 'Yes.' }] }

function faultsOf(change: { second?: object; codes?: object[] }) {
	const file = { ...offersJson, offers: [first, { ...second, ...change.second }], discountCodes: change.codes ?? [code] }
	return (OffersSchema.safeParse(file).error?.issues ?? []).map(({ path, message }) => `${path.join('/')}: ${message}`)
}

test('two offers of one program are valid', () => {
	expect(faultsOf({})).toEqual([])
})

const NAMED_TWICE = 'is already used by another offer: choose another'

test.each([
	['a duplicate offer code', { second: { code: first.code } }, [`offers/0/code: ${NAMED_TWICE}`, `offers/1/code: ${NAMED_TWICE}`]],
	[
		'a duplicate product name, ignoring case and spaces',
		{ second: { productName: ` ${first.productName.toUpperCase().replace(' ', '  ')}`.trim() } },
		[`offers/0/productName: ${NAMED_TWICE}`, `offers/1/productName: ${NAMED_TWICE}`],
	],
	['a product named as the program of another', { second: { productName: first.programName } }, [`offers/1/productName: ${NAMED_TWICE}`]],
	[
		'an invalid regular price',
		{ second: { regularAmountCents: first.amountCents } },
		['offers/1/regularAmountCents: must be above the price'],
	],
	[
		'a text that names a code that doesn’t exist',
		{ second: { commonQuestions: [{ question: 'Is it?', answer: 'With {discountCode} it is {discount} less.' }] } },
		['offers/1/commonQuestions/0/answer: mentions a coupon, but this offer has none: create one under Coupons, or remove its placeholder'],
	],
	[
		'no code for the first offer',
		{ codes: [{ ...code, offerCodes: ['second'] }] },
		[`offers/0/commonQuestions/1/answer: mentions a coupon, but this offer has none: create one under Coupons, or remove its placeholder`],
	],
	['no currency yet', { second: { currency: '' } }, ['offers/1/currency: must be a currency code such as USD or EUR']],
	['a duplicate discount code', { codes: [code, code] }, ['discountCodes/1/code: is already used above']],
	[
		'a code for an unknown offer',
		{ codes: [{ ...code, offerCodes: [first.code, 'third'] }] },
		['discountCodes/0/offerCodes/1: isn’t the web address of an offer: choose an offer'],
	],
	[
		'a fixed discount in two currencies',
		{
			second: { currency: 'EUR' },
			codes: [code, { ...limits, code: 'FIVEOFF', kind: 'amount', amountOffCents: 500, offerCodes: [first.code, 'second'] }],
		},
		['discountCodes/1/offerCodes: must all have the same currency, because an amount off has only one'],
	],
])('%s is refused at its field', (_what, change, faults) => {
	expect(faultsOf(change)).toEqual(faults)
})
