import { expect, test } from 'vitest'

import type { Content } from '#content/load-content.server.ts'

import { listPrices } from './list-prices.ts'

const published = { offers: [{ code: 'course', amountCents: 4700, currency: 'USD' }] } as unknown as Pick<Content, 'offers'>

const offer = (code: string, amountCents: unknown, productName = 'The course') => ({ code, productName, amountCents, currency: 'USD' })

test('each offer shows what buyers pay now, then what its draft changes', () => {
	const value = { offers: [offer('course', 5900), offer('workshop', 12_000, 'Workshop'), offer('gift', 'free', '')] }
	expect(listPrices(published, value).map(({ name, summary, draft }) => [name, summary, draft])).toEqual([
		['The course', '$47.00 · public, $59.00 in your draft', '$59.00'],
		['Workshop', '$120.00 · not public yet', '$120.00'],
		['Unnamed offer', 'not public yet', null],
	])
})

test('an unchanged price is public, and a price that is typed but not saved counts as unchanged', () => {
	const saved = { offers: [offer('course', 4700)] }
	expect(listPrices(published, saved).map(({ summary }) => summary)).toEqual(['$47.00 · public'])
	expect(listPrices(published, { offers: [offer('course', 9900)] }, saved).map(({ summary }) => summary)).toEqual(['$47.00 · public'])
})
