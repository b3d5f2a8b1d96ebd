import { expect, test } from 'vitest'

import type { Buyer, Seller, Tax } from './invoice.ts'
import { parseInvoiceTax, toTypedTax } from './typed-invoice.ts'

const SELLER: Seller = {
	name: 'Ada GmbH',
	address: { line1: 'Weg 1', line2: null, postcode: '10115', city: 'Berlin', region: null, country: 'DE' },
	vatId: 'DE123456789',
	taxNumber: null,
	email: 'office@ada.test',
}
const BUYER: Buyer = { name: 'Ada', email: 'a@b.test', address: null, vatId: 'FR12345678901' }
const NOTHING = { kind: '', rate: '', country: '', reason: '' }
const refused = (problem: string, field: string) => ({ field, problem: expect.stringContaining(problem) as string })
const KNOWN = { seller: SELLER, buyer: BUYER, before: null }

test.each([
	{ typed: { kind: 'included', rate: '19' }, rate: 1900 },
	{ typed: { kind: 'included', rate: ' 5,5 % ' }, rate: 550 },
	{ typed: { kind: 'included', rate: '8.875' }, rate: 887.5 },
	{ typed: { kind: 'included', rate: '0.01' }, rate: 1 },
	{ typed: { kind: 'included', rate: '100' }, rate: 10_000 },
	{ typed: { kind: 'zero_rated', rate: '19', reason: 'x' }, rate: 0 },
	{ typed: { kind: 'reverse_charge', reason: ' Reverse\u0000 charge ', country: ' fr' }, rate: 0, reason: 'Reverse charge', country: 'FR' },
	{ typed: { kind: 'exempt', reason: '§ 19 UStG' }, rate: 0, reason: '§ 19 UStG' },
	{ typed: { kind: 'not_subject', reason: 'Outside' }, rate: 0, reason: 'Outside' },
])('$typed is parsed as a tax', ({ typed, rate, reason = null, country = null }) => {
	const tax = parseInvoiceTax({ ...NOTHING, ...typed }, KNOWN)
	expect(tax).toEqual({ kind: typed.kind, rateBasisPoints: rate, reason, name: null, country })
	expect(parseInvoiceTax(toTypedTax(tax as Tax), KNOWN)).toEqual(tax)
})

test.each([
	{ typed: {}, problem: 'Choose how', field: 'taxKind' },
	{ typed: { kind: 'free' }, problem: 'Choose how', field: 'taxKind' },
	...['', '0', '-1', '100.01', '1e1', '19.00001', 'x'].map((rate) => ({
		typed: { kind: 'included', rate },
		problem: 'above 0',
		field: 'taxRate',
	})),
	{ typed: { kind: 'included', rate: '19', country: 'Germany' }, problem: 'two letters', field: 'taxCountry' },
	{ typed: { kind: 'exempt', reason: ' \u200B' }, problem: 'Enter why there is no tax', field: 'taxReason' },
	{ typed: { kind: 'reverse_charge' }, problem: 'Enter why there is no tax', field: 'taxReason' },
])('$typed is refused', ({ typed, problem, field }) => {
	expect(parseInvoiceTax({ ...NOTHING, ...typed }, KNOWN)).toEqual(refused(problem, field))
})

test('a reverse charge needs both VAT IDs, and another rate keeps the tax’s name', () => {
	const reverse = { ...NOTHING, kind: 'reverse_charge', reason: 'Reverse charge' }
	expect(parseInvoiceTax(reverse, { ...KNOWN, buyer: { ...BUYER, vatId: null } })).toEqual(refused('needs two VAT IDs', 'taxKind'))
	expect(parseInvoiceTax(reverse, { ...KNOWN, seller: { ...SELLER, vatId: null } })).toEqual(refused('needs two VAT IDs', 'taxKind'))
	const before: Tax = { kind: 'included', rateBasisPoints: 500, reason: null, name: 'GST', country: 'CA' }
	const rate = { ...NOTHING, kind: 'included', rate: '13' }
	expect(parseInvoiceTax({ ...rate, country: 'ca' }, { ...KNOWN, before })).toMatchObject({ name: 'GST', country: 'CA' })
	expect(parseInvoiceTax({ ...rate, country: 'DE' }, { ...KNOWN, before })).toMatchObject({ name: null, country: 'DE' })
	expect(parseInvoiceTax(rate, { ...KNOWN, before })).toMatchObject({ name: null, country: null })
	const ownSalesTax: Tax = { ...before, name: 'Sales tax', country: null }
	expect(parseInvoiceTax(rate, { ...KNOWN, before: ownSalesTax })).toMatchObject({ name: 'Sales tax', country: null })
})
