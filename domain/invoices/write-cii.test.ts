import { expect, test } from 'vitest'

import type { Invoice, Tax } from './invoice.ts'
import { canWriteCii, writeCii } from './write-cii.ts'

const INVOICE: Invoice = {
	kind: 'invoice',
	number: 'INV-2026-00001',
	issuedOn: '2026-11-23',
	suppliedOn: '2026-11-22',
	currency: 'EUR',
	seller: {
		name: 'Ada & Söhne <GmbH>',
		address: { line1: 'Weg 1', line2: null, postcode: '10115', city: 'Berlin', region: null, country: 'DE' },
		vatId: 'DE123456789',
		taxNumber: null,
		email: 'office@ada.test',
	},
	buyer: { name: null, email: 'buyer@example.com', address: null, vatId: 'FR12345678901' },
	item: 'Course',
	itemNote: null,
	netCents: 3950,
	taxCents: 750,
	grossCents: 4700,
	tax: { kind: 'included', rateBasisPoints: 1900, reason: null },
	corrects: null,
	replacedBy: null,
	orderId: '018f0000-0000-7000-8000-000000000000',
	isLive: true,
}

const REVERSE: Tax = { kind: 'reverse_charge', rateBasisPoints: 0, reason: 'Reverse charge' }

const valuesOf = (xml: string, name: string) =>
	[...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, value]) => value)

test('an invoice has its amounts and parties in the right elements', () => {
	const xml = writeCii(INVOICE)
	expect(xml).toContain('<ram:TypeCode>380</ram:TypeCode>')
	expect(xml).toContain('<ram:Name>Ada &amp; Söhne &lt;GmbH&gt;</ram:Name>')
	expect(xml).toContain('<ram:ID schemeID="VA">FR12345678901</ram:ID>')
	expect(valuesOf(xml, 'ram:Name')).toEqual(['Course', 'Ada &amp; Söhne &lt;GmbH&gt;', 'buyer@example.com'])
	expect(valuesOf(xml, 'ram:CountryID')).toEqual(['DE', 'DE'])
	const sums = ['TaxBasisTotalAmount', 'CalculatedAmount', 'TaxTotalAmount', 'GrandTotalAmount', 'TotalPrepaidAmount', 'DuePayableAmount']
	expect(sums.map((name) => valuesOf(xml, `ram:${name}`))).toEqual([['39.50'], ['7.50'], ['7.50'], ['47.00'], ['47.00'], ['0.00']])
	expect(valuesOf(xml, 'ram:RateApplicablePercent')).toEqual(['19.00', '19.00'])
	expect(valuesOf(xml, 'udt:DateTimeString')).toEqual(['20261123', '20261122'])
})

test('a credit note references its invoice', () => {
	const xml = writeCii({
		...INVOICE,
		kind: 'credit_note',
		number: 'CN-2026-00001',
		corrects: { number: 'INV-2026-00001', issuedOn: '2026-11-23' },
		replacedBy: 'INV-2026-00002',
	})
	expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
	expect(valuesOf(xml, 'ram:IssuerAssignedID')).toEqual([INVOICE.orderId, 'INV-2026-00001'])
	expect(valuesOf(xml, 'qdt:DateTimeString')).toEqual(['20261123'])
	expect(valuesOf(xml, 'ram:Content')).toEqual(['Invoice INV-2026-00002 replaces the corrected one.'])
})

test.each([
	{ kind: 'reverse_charge', category: 'AE', rates: ['0.00', '0.00'], vatIds: 2, reasons: ['Small business'] },
	{ kind: 'zero_rated', category: 'Z', rates: ['0.00', '0.00'], vatIds: 2, reasons: [] },
	{ kind: 'exempt', category: 'E', rates: ['0.00', '0.00'], vatIds: 2, reasons: ['Small business'] },
	{ kind: 'not_subject', category: 'O', rates: [], vatIds: 0, reasons: ['Small business'] },
] as const)('without tax ($kind) a reason is given, and outside its scope no VAT ID', ({ kind, category, rates, vatIds, reasons }) => {
	const xml = writeCii({ ...INVOICE, netCents: 4700, taxCents: 0, tax: { kind, rateBasisPoints: 0, reason: 'Small business' } })
	expect(valuesOf(xml, 'ram:CategoryCode')).toEqual([category, category])
	expect(valuesOf(xml, 'ram:ExemptionReason')).toEqual(reasons)
	expect(valuesOf(xml, 'ram:RateApplicablePercent')).toEqual(rates)
	expect(xml.split('schemeID="VA"').length - 1).toBe(vatIds)
})

test.each([
	{ rateBasisPoints: 550, percent: '5.50' },
	{ rateBasisPoints: 887.5, percent: '8.8750' },
])('a rate is written with its exact decimals: $percent', ({ rateBasisPoints, percent }) => {
	const xml = writeCii({ ...INVOICE, tax: { kind: 'included', rateBasisPoints, reason: null } })
	expect(valuesOf(xml, 'ram:RateApplicablePercent')).toEqual([percent, percent])
})

test('characters invalid in XML are removed from a name', () => {
	const xml = writeCii({ ...INVOICE, buyer: { ...INVOICE.buyer, name: 'A\u0000d\u0007a\uD800 \u{1F600}' } })
	expect(valuesOf(xml, 'ram:Name').at(-1)).toBe('Ada \u{1F600}')
})

test.each([
	{ why: 'two decimals', changes: { currency: 'EUR' }, can: true },
	{ why: 'no decimals', changes: { currency: 'JPY' }, can: true },
	{ why: 'three decimals', changes: { currency: 'KWD' }, can: false },
	{ why: 'a tax other than VAT', changes: { tax: { ...INVOICE.tax, name: 'Sales tax' } }, can: false },
	{ why: 'reverse charge between two VAT ids', changes: { tax: REVERSE }, can: true },
	{ why: 'reverse charge to a buyer without one', changes: { tax: REVERSE, buyer: { ...INVOICE.buyer, vatId: null } }, can: false },
	{ why: 'reverse charge by a seller without one', changes: { tax: REVERSE, seller: { ...INVOICE.seller, vatId: null } }, can: false },
])('EN 16931 can represent it: $why', ({ changes, can }) => {
	expect(canWriteCii({ ...INVOICE, ...changes })).toBe(can)
})
