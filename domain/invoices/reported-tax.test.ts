import { expect, test } from 'vitest'

import { describeTax } from './invoice.ts'
import { readReportedTax, type ReportedTaxLine } from './reported-tax.ts'

const line = (why: ReportedTaxLine['why'], changes: Partial<ReportedTaxLine> = {}): ReportedTaxLine => ({
	why,
	name: 'VAT',
	rateBasisPoints: 0,
	amountCents: 0,
	country: 'FR',
	...changes,
})
const taken = (name: string, rateBasisPoints: number, amountCents: number, country = 'US') =>
	line('taxed', { name, rateBasisPoints, amountCents, country })

test.each([
	{ why: 'VAT of the buyer’s country', sum: 783, lines: [taken('VAT', 2000, 783, 'FR')], kind: 'included', words: 'VAT 20% (FR)' },
	{ why: 'less than half a cent', sum: 0, lines: [taken('VAT', 2000, 0, 'FR')], kind: 'included', words: 'VAT 20% (FR)' },
	{
		why: 'state, county and district',
		sum: 383,
		lines: [taken('Sales tax', 400, 173), taken('Sales tax', 450, 194), taken('Sales tax', 37.5, 16), line('not_collected')],
		kind: 'included',
		words: 'Sales tax 8.875% (US)',
	},
	{
		why: 'two taxes',
		sum: 612,
		lines: [taken('GST', 500, 204, 'CA'), taken('QST', 997.5, 408, 'CA')],
		kind: 'included',
		words: 'GST + QST 14.975% (CA)',
	},
	{ why: 'a rate of zero', sum: 0, lines: [taken('Sales tax', 0, 0)], kind: 'zero_rated', words: 'Sales tax 0% (US)' },
	{ why: 'zero rated', sum: 0, lines: [line('zero_rated')], kind: 'zero_rated', words: 'VAT 0% (FR)' },
	{
		why: 'reverse charge',
		sum: 0,
		lines: [line('reverse_charge')],
		kind: 'reverse_charge',
		words: 'Reverse charge: the buyer accounts for the VAT.',
	},
	{ why: 'exempt', sum: 0, lines: [line('exempt')], kind: 'exempt', words: 'Exempt from VAT in France.' },
	{
		why: 'outside the scope of tax',
		sum: 0,
		lines: [line('not_subject', { country: null })],
		kind: 'not_subject',
		words: 'Not subject to VAT.',
	},
	{
		why: 'no registration',
		sum: 0,
		lines: [line('unknown'), line('not_collected', { name: 'Sales tax', country: 'US' })],
		kind: 'not_subject',
		words: 'No Sales tax is charged: the seller is not registered for it in United States.',
	},
	{
		why: 'collected for an unknown reason',
		sum: 7,
		lines: [line('unknown', { amountCents: 7, rateBasisPoints: 700 })],
		kind: 'included',
		words: 'VAT 7% (FR)',
	},
])('the provider’s tax lines become one tax: $why', ({ sum, lines, kind, words }) => {
	const tax = readReportedTax({ taxCents: sum, lines })
	expect([tax?.kind, tax && describeTax(tax)]).toEqual([kind, words])
})

test.each([
	{ why: 'nothing was found', sum: 0, lines: [] },
	{ why: 'the provider does not know the place', sum: 0, lines: [line('unknown')] },
	{ why: 'the lines add up to another sum', sum: 784, lines: [taken('VAT', 2000, 783)] },
	{ why: 'a sum without lines', sum: 783, lines: [] },
	{ why: 'a tax without a rate, as a fee for each delivery is', sum: 28, lines: [taken('Sales tax', 0, 28)] },
])('missing amounts stay unknown: $why', ({ sum, lines }) => {
	expect(readReportedTax({ taxCents: sum, lines })).toBe(null)
})
