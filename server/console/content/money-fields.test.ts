import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { findUnusualAmounts } from './money-fields.ts'

const published = readFileSync('content/offers.json', 'utf8')
const NAME = 'Digital Income Mastery - Lifetime Access'

type Change = { price?: number; regular?: number; currency?: string; name?: string }
const change = ({ price = 4700, regular = 19_700, currency = 'USD', name = NAME }: Change) =>
	published
		.replace('"amountCents": 4700', `"amountCents": ${price}`)
		.replace('"regularAmountCents": 19700', `"regularAmountCents": ${regular}`)
		.replace('"currency": "USD"', `"currency": "${currency}"`)
		.replace(`"productName": "${NAME}"`, `"productName": "${name}"`)

test.each<[Change, readonly string[]]>([
	[{}, []],
	[{ price: 2350 }, []],
	[{ price: 2349 }, [`Price of ${NAME}: $47.00 becomes $23.49 (a change of more than 50%)`]],
	[{ price: 7050 }, []],
	[{ price: 7051 }, [`Price of ${NAME}: $47.00 becomes $70.51 (a change of more than 50%)`]],
	[{ price: 59 }, [`Price of ${NAME}: $47.00 becomes $0.59 (less than $1.00)`]],
	[{ price: 59, name: 'Other' }, ['Price of Other: $47.00 becomes $0.59 (less than $1.00)']],
	[{ regular: 29_551 }, [`Regular price of ${NAME}: $197.00 becomes $295.51 (a change of more than 50%)`]],
	[
		{ currency: 'JPY' },
		[`Price of ${NAME}: $47.00 becomes ¥4,700 (another currency)`, `Regular price of ${NAME}: $197.00 becomes ¥19,700 (another currency)`],
	],
])('after %j, these amounts need confirmation: %j', (changed, amounts) => {
	expect(findUnusualAmounts(published, change(changed))).toEqual(amounts)
})

test('new amounts below $1, or the equivalent, need confirmation', () => {
	const [offer] = (JSON.parse(published) as { offers: object[] }).offers
	const withSecond = (amountCents: number, currency: string) => {
		const file = JSON.parse(published) as { offers: object[] }
		file.offers.push({
			...offer,
			code: 'second',
			productName: 'Second',
			programName: 'The Second',
			amountCents,
			currency,
			regularAmountCents: 9_999_990,
			commonQuestions: [{ question: 'Why?', answer: 'So.' }],
		})
		return JSON.stringify(file)
	}
	const found = (amount: number, currency: string) => findUnusualAmounts(published, withSecond(amount, currency))
	expect([found(100, 'USD'), found(99, 'USD')]).toEqual([[], ['Price of Second: $0.99 (less than $1.00)']])
	expect([found(100, 'JPY'), found(99, 'JPY')]).toEqual([[], ['Price of Second: ¥99 (less than ¥100)']])
	expect([found(1000, 'KWD'), found(990, 'KWD')]).toEqual([[], ['Price of Second: KWD\u00A00.990 (less than KWD\u00A01.000)']])
})

test('a fixed discount is compared with the published one', () => {
	const withCode = (amountOffCents: number) => {
		const file = JSON.parse(published) as { discountCodes: object[] }
		file.discountCodes.push({
			code: 'TEN',
			kind: 'amount',
			amountOffCents,
			offerCodes: ['digital-income-mastery-lifetime'],
			expiresAt: null,
			totalLimit: null,
			perEmailLimit: null,
		})
		return JSON.stringify(file)
	}
	expect(findUnusualAmounts(published, withCode(1000))).toEqual([])
	expect(findUnusualAmounts(withCode(1000), withCode(1501))).toEqual([
		'Amount off with TEN: $10.00 becomes $15.01 (a change of more than 50%)',
	])
	expect(findUnusualAmounts(published, withCode(10))).toEqual(['Amount off with TEN: $0.10 (less than $1.00)'])
})

test('a file with errors has no amounts to confirm, because the check refuses it', () => {
	expect(findUnusualAmounts(published, change({ price: -1 }))).toEqual([])
	expect(findUnusualAmounts(published, '{')).toEqual([])
})
