import { expect, test } from 'vitest'

import { hoursAgo, readPage } from '#tests/setup/read-page.tsx'

import PayoutPage from './payout.tsx'
import PayoutsPage from './payouts.tsx'

const payout = {
	id: 'po_1',
	status: 'paid',
	isLive: false,
	arrivesAt: new Date('2026-12-03T00:00:00Z'),
	amountCents: 9100,
	currency: 'usd',
	contents: 'listed',
}
const line = {
	id: 'l1',
	createdAt: hoursAgo(8),
	category: 'charge',
	description: 'A note',
	orderId: '01890000-0000-7000-8000-00000a1b2c3d',
	paymentId: 'pi_1',
	refundId: null,
	currency: 'usd',
	grossCents: 9900,
	feeCents: 320,
	netCents: 9580,
}
const fault = {
	...line,
	id: 'l2',
	category: 'partial_refund',
	orderId: null,
	refundId: 're_2',
	fault: 'amount differs',
	grossCents: -500,
	feeCents: -20,
	netCents: -480,
	description: null,
}
const found = {
	payout,
	lines: [line, fault, { ...fault, id: 'l3', createdAt: hoursAgo(9), category: 'fee', paymentId: null }],
	lineCount: 5,
	faults: [fault],
	faultCount: 1200,
	sums: { grossCents: 9800, feeCents: 330, netCents: 9470 },
	isWhole: true,
	addsUp: true,
	mostLines: 1000,
}

test('a payout shows its sums, its lines and what doesn’t match', () => {
	const { facts, tables, texts } = readPage(PayoutPage, found)
	expect(facts).toEqual([
		'Payout: po_1',
		'Status: [paid, good] test',
		'Arrives: Dec 3, 2026',
		'Amount: $91.00',
		'Charged minus refunds: $98.00',
		'Fees: $3.30',
		'Net: $94.70',
		'Check: [adds up, good]',
	])
	expect(tables).toEqual({
		Mismatches: ['Payment or refund | Kind | Mismatch | Net', 're_2 | partial refund | amount differs | -$4.80'],
		'Lines of the payout': [
			'When | Kind | Order | Gross | Fee | Net',
			'Dec 1, 4:00 AM | charge A note | 0A1B2C3D </admin/orders/01890000-0000-7000-8000-00000a1b2c3d> | $99.00 | $3.20 | $95.80',
			'Dec 1, 4:00 AM | partial refund | [not in our records, warn] | -$5.00 | -$0.20 | -$4.80',
			'Dec 1, 3:00 AM | fee | – | -$5.00 | -$0.20 | -$4.80',
		],
	})
	expect(texts).toEqual([
		'Payout',
		'All payouts </admin/payouts>Lines as CSV </admin/payouts/po_1/lines.csv>',
		'Mismatches (1,200)',
		'Lines',
		'Showing 3 of 5; the CSV file has all of them.',
	])
})

test.each([
	[{ addsUp: false }, '[doesn’t add up, bad]'],
	[{ addsUp: null }, 'The provider is still preparing this payout. Check again later.'],
	[{ addsUp: null, isWhole: false }, 'Not checked: it has more than 1,000 lines.'],
	[
		{ addsUp: null, payout: { ...payout, contents: 'never' } },
		'You requested this payout manually, so the provider doesn’t list what’s in it.',
	],
])('%o: %s', (more, words) => {
	expect(readPage(PayoutPage, { ...found, ...more }).facts.at(-1)).toBe(`Check: ${words}`)
})

test('a manual payout has no sums; without mismatches, the page says so', () => {
	const manual = readPage(PayoutPage, {
		...found,
		addsUp: null,
		faults: [],
		payout: { ...payout, contents: 'never', isLive: true, status: 'failed' },
	})
	expect(manual.facts.slice(0, 4)).toEqual(['Payout: po_1', 'Status: [failed, bad]', 'Arrives: Dec 3, 2026', 'Amount: $91.00'])
	expect(manual.facts).toHaveLength(5)
	expect(manual.texts).toContain('Every payment and refund is in our records.')
	expect(readPage(PayoutPage, { ...found, faults: [], lineCount: 0, lines: [] }).texts.slice(-3)).toEqual([
		'Nothing to compare.',
		'Lines',
		'The provider lists no lines for this payout.',
	])
})

test('the list of payouts', () => {
	const view = { list: 'payouts', hidden: [], order: [], saved: [], bulk: [] }
	const { tables } = readPage(PayoutsPage, {
		view,
		provider: 'Stripe',
		payouts: [payout, { ...payout, id: 'po_2', status: 'in_transit', isLive: true, amountCents: 700, currency: 'eur' }],
	})
	expect(tables).toEqual({
		Payouts: [
			'Arrives | Payout | Status | Amount',
			'Dec 3 | po_1 </admin/payouts/po_1> | [paid, good] test | $91.00',
			'Dec 3 | po_2 </admin/payouts/po_2> | [in transit, calm] | €7.00',
		],
	})
})
