import { expect, test } from 'vitest'

import InvoicesPage from '#app/admin/routes/invoices/invoices.tsx'
import { RecentRefunds } from '#app/admin/routes/recent-refunds.tsx'
import { hoursAgo, readPage } from '#tests/setup/read-page.tsx'

import { DropOffTable, LessonEdits, WorstDropOff } from './drop-offs.tsx'
import { ProductSales, Sales } from './sales-tables.tsx'

// All values differ, so that the test notices one in the wrong column.

const view = { list: 'x', hidden: [], order: [], saved: [], bulk: [] }
const list = { view, sort: '-none', next: null, total: null }
const ORDER = '01890000-0000-7000-8000-00000a1b2c3d'
const period = { from: '2026-11-01', to: '2026-11-30', days: 30 }
const product = {
	code: 'dim',
	name: 'Digital Income',
	orders: 12,
	paidCents: 9900,
	refundedCents: 900,
	currency: 'usd',
	before: 4950,
	share: 0.25,
}
const stop = { moduleId: 2, sectionId: 's3', lessonId: 'sell', title: 'Sell it', module: 'Start', opened: 20, wentOn: 15 }

test('recent refunds', () => {
	const { tables } = readPage(RecentRefunds, {
		refunds: [
			{
				id: 'r1',
				order_id: ORDER,
				email: 'ana@example.test',
				amount_cents: 500,
				currency: 'usd',
				state: 'granted',
				isByRule: true,
				requested_at: hoursAgo(7),
			},
			{
				id: 'r2',
				order_id: ORDER,
				email: null,
				amount_cents: 700,
				currency: 'eur',
				state: 'settled',
				isByRule: false,
				requested_at: hoursAgo(8),
			},
		],
	})
	expect(tables).toEqual({
		Refunds: [
			'Order | Amount | Status | Approved | When',
			`0A1B2C3D, ana@example.test </admin/orders/${ORDER}> | $5.00 | [approved, warn] | automatically, by the rule | Dec 1, 5:00 AM`,
			`0A1B2C3D </admin/orders/${ORDER}> | €7.00 | [arrived, good] | by the team | Dec 1, 4:00 AM`,
		],
	})
})

test('sales by product', () => {
	const { tables } = readPage(ProductSales, {
		products: [product],
		charts: { products: [], unit: 'day' },
		isOver: true,
		period,
		before: 30,
	})
	expect(tables).toEqual({
		'By product': [
			'Product | Orders | Sales | Change | Refunded | Net sales | Share',
			'Digital Income </admin/orders?product=dim&from=2026-11-01&to=2026-11-30> | 12 | $99.00 | ▲up 100% from $49.50 in the previous period | $9.00 | $90.00 | ▮25.0 25%',
		],
	})
})

test('sales by code', () => {
	const { tables } = readPage(Sales, {
		codes: [
			{ code: 'SOON', orders: 4, discountCents: 300, paidCents: 9900, refundedCents: 900, currency: 'usd' },
			{ code: null, orders: 5, discountCents: 0, paidCents: 700, refundedCents: 0, currency: 'usd' },
		],
		unusedCodes: ['A', 'B'],
		period,
	})
	expect(tables).toEqual({
		'By code': [
			'Code | Orders | Discount given | Sales | Refunded since | Net sales',
			'SOON </admin/orders?coupon=SOON&from=2026-11-01&to=2026-11-30> | 4 | $3.00 | $99.00 | $9.00 | $90.00',
			'without a code | 5 | $0.00 | $7.00 | $0.00 | $7.00',
		],
	})
})

test('lessons by drop-off', () => {
	const { tables } = readPage(DropOffTable, {
		stops: [stop, { ...stop, sectionId: 's4', lessonId: null, title: 'End', module: 'Last', opened: 3, wentOn: 1 }],
		fewest: 5,
	})
	expect(tables).toEqual({
		'Lessons by drop-off': [
			'Lesson | Module | Opened | Continued | Dropped off | Edit',
			'Sell it </course/module2?section=s3> | Start | 20 | 15 | ▮25.0 25% | Edit </admin/content/file?path=course%2Fmodule-2%2Flessons%2Fsell.md>',
			'End </course/module2?section=s4> | Last | 3 | 1 | too few | Edit </admin/content/file?path=course%2Fmodule-2%2Fmodule.json>',
		],
	})
})

test('edits of lessons', () => {
	const { tables } = readPage(LessonEdits, {
		edits: [
			{
				...stop,
				changedAt: hoursAgo(50),
				comparedMs: 3.26 * 86_400_000,
				before: { opened: 40, wentOn: 10 },
				after: { opened: 4, wentOn: 3 },
			},
		],
		fewest: 5,
	})
	expect(tables).toEqual({
		'Drop-off before and after the text changed': [
			'Lesson | Text changed | Days compared | Drop-off before | Drop-off after',
			'Sell it </course/module2?section=s3> | Nov 29, 10:00 AM | 3.3 | 30 of 40 ▮75.0 75% | too few (4)',
		],
	})
})

test('the lesson with the highest drop-off', () => {
	const { tables } = readPage(WorstDropOff, {
		worst: { ...stop, tenths: [1, 0, 3, 0, 0, 0, 0, 0, 0, 0], readers: 1200, wrong: [{ question: 'Why?', wrong: 3, answered: 4 }] },
		fewest: 5,
	})
	expect(tables).toEqual({
		'Where they stopped reading': [
			'Part of the text | Stopped here (of the last 1,200)',
			'0 to 10% | 1 ▮25.0 25%',
			'10 to 20% | 0 ▮0.0 0%',
			'20 to 30% | 3 ▮75.0 75%',
			'30 to 40% | 0 ▮0.0 0%',
			'40 to 50% | 0 ▮0.0 0%',
			'50 to 60% | 0 ▮0.0 0%',
			'60 to 70% | 0 ▮0.0 0%',
			'70 to 80% | 0 ▮0.0 0%',
			'80 to 90% | 0 ▮0.0 0%',
			'90 to 100% | 0 ▮0.0 0%',
		],
		'Questions they got wrong': ['Question | Wrong', 'Why? | 3 of 4 ▮75.0 75%'],
	})
})

test('invoices', () => {
	const { tables } = readPage(InvoicesPage, {
		...list,
		years: [2026],
		whyNone: null,
		filters: { typed: '', from: '', to: '' },
		isRefused: false,
		invoices: [
			{
				id: 'i1',
				number: 'INV-1',
				isCreditNote: true,
				issuedAt: hoursAgo(6),
				buyer: 'Ana Lee',
				orderId: ORDER,
				total: '$99.00',
				tax: '$15.81',
			},
		],
	})
	expect(tables).toEqual({
		'Invoices and credit notes': [
			'Number | When </admin/page?sort=-issued> | Buyer | Order | Total </admin/page?sort=-total> | Tax | Files',
			`INV-1 [credit note, warn] | Dec 1, 6:00 AM | Ana Lee | 0A1B2C3D </admin/orders/${ORDER}> | $99.00 | $15.81 | PDF </admin/invoices/i1/pdf> · XML </admin/invoices/i1/xml>`,
		],
	})
})
