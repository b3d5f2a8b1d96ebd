import { expect, test } from 'vitest'

import sellerJson from './company/seller.json' with { type: 'json' }
import { SellerFileSchema } from './schema/seller.ts'
import { readSeller, readTaxCode } from './seller.ts'

const EMPTY = SellerFileSchema.parse(sellerJson)
const FILLED = {
	...EMPTY,
	makesInvoices: true,
	name: 'Ada Ltd',
	address: { ...EMPTY.address, line1: '1 Main St', postcode: '10001', city: 'New York', region: 'NY', country: 'US' },
	taxNumber: '12-3456789',
	tax: { ...EMPTY.tax, reason: 'Not subject to VAT' },
}
const problemsOf = (changes: object) =>
	SellerFileSchema.safeParse({ ...FILLED, ...changes }).error?.issues.map(({ path }) => path.join('.')) ?? []

test('the default file issues no invoices; a filled one has the seller and the reason for no tax', () => {
	expect(readSeller(EMPTY, 'help@ada.test')).toBe(null)
	expect(readSeller(SellerFileSchema.parse(FILLED), 'help@ada.test')).toEqual({
		seller: {
			name: 'Ada Ltd',
			email: 'help@ada.test',
			address: { ...FILLED.address, line2: null },
			vatId: null,
			taxNumber: '12-3456789',
			timeZone: 'UTC',
		},
		tax: { kind: 'not_subject', rateBasisPoints: 0, reason: 'Not subject to VAT' },
	})
})

test('a VAT ID may be typed with spaces and small letters', () => {
	expect(SellerFileSchema.parse({ ...FILLED, vatId: ' de 123 456 789 ' }).vatId).toBe('DE123456789')
})

test('a rate can have decimals, and a small business is exempt', () => {
	const taxOf = (tax: object) => readSeller(SellerFileSchema.parse({ ...FILLED, tax: { ...FILLED.tax, ...tax } }), '')?.tax
	expect(taxOf({ mode: 'included', ratePercent: 5.5, reason: '' })).toEqual({ kind: 'included', rateBasisPoints: 550, reason: null })
	expect(taxOf({ mode: 'included', ratePercent: 8.1, reason: '' })?.rateBasisPoints).toBe(810)
	expect(taxOf({ isSubjectToVat: true })?.kind).toBe('exempt')
})

test('Stripe calculates the tax, with or without invoices, once a tax code is set', () => {
	const tax = { ...EMPTY.tax, mode: 'stripe', productCode: 'txcd_10000000' }
	const file = SellerFileSchema.parse({ ...FILLED, tax })
	expect([readSeller(file, '')?.tax, readTaxCode(file)]).toEqual([null, 'txcd_10000000'])
	expect(readTaxCode(SellerFileSchema.parse({ ...EMPTY, tax }))).toBe('txcd_10000000')
	expect(readTaxCode(SellerFileSchema.parse({ ...FILLED, tax: { ...tax, mode: 'included', ratePercent: 19 } }))).toBe(null)
})

test.each([
	{ changes: { name: '' }, at: ['name'] },
	{ changes: { address: EMPTY.address }, at: ['address.line1', 'address.postcode', 'address.city', 'address.country'] },
	{ changes: { taxNumber: '' }, at: ['vatId'] },
	{ changes: { vatId: '123' }, at: ['vatId'] },
	{ changes: { tax: EMPTY.tax }, at: ['tax.reason'] },
	{ changes: { tax: { ...EMPTY.tax, mode: 'included' } }, at: ['tax.ratePercent'] },
	{ changes: { tax: { ...EMPTY.tax, mode: 'included', ratePercent: 19.999 } }, at: ['tax.ratePercent'] },
	{ changes: { tax: { ...EMPTY.tax, mode: 'stripe' } }, at: ['tax.productCode'] },
	{ changes: { makesInvoices: false, tax: { ...EMPTY.tax, mode: 'stripe' } }, at: ['tax.productCode'] },
	{ changes: { tax: { ...FILLED.tax, productCode: 'courses' } }, at: ['tax.productCode'] },
	{ changes: { numbers: { invoices: 'INV', creditNotes: 'INV' } }, at: ['numbers.creditNotes'] },
	{ changes: { numbers: { invoices: 'inv', creditNotes: 'CN' } }, at: ['numbers.invoices'] },
])('missing fields are reported: $at', ({ changes, at }) => {
	expect(problemsOf(changes)).toEqual(at)
})
