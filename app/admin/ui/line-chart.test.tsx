import { expect, test } from 'vitest'

import { inRouter } from '#tests/setup/in-router.tsx'
import { renderElement } from '#tests/setup/render-element.ts'

import { LineChart, roundScale } from './line-chart.tsx'

const toBars = (amounts: readonly number[], before?: readonly number[]) =>
	amounts.map((amount, index) => ({
		since: `2026-03-0${index + 1}`,
		days: 1,
		amount,
		...(before && { before: { since: `2026-02-2${index + 1}`, amount: before[index] ?? 0 } }),
	}))
const paid = { name: 'Paid', ends: ['2026-03-04', '2026-02-24'], currency: 'usd', empty: 'No payments.' } as const

test.each([
	[0, [0, 1]],
	[1, [0, 1]],
	[3, [0, 1, 2, 3]],
	[47, [0, 20, 40, 60]],
	[100, [0, 50, 100]],
	[101, [0, 50, 100, 150]],
	[8200, [0, 5000, 10_000]],
])('the axis for a maximum of %d has round ticks', (most, values) => {
	expect(roundScale(most)).toEqual(values)
})

test('both periods are drawn with a legend and a table; arrow keys read points, without inline styles', async () => {
	const { page, run, leave } = await renderElement(inRouter(<LineChart {...paid} bars={toBars([0, 4700, 0, 1], [100, 0, 0, 0])} />))
	expect(page.querySelector('[style]')).toBeNull()
	expect([...page.querySelectorAll('ul li')].map(({ textContent }) => textContent)).toEqual([
		'Mar 1, 2026 – Mar 4, 2026',
		'Previous period: $1, Feb 21, 2026 – Feb 24, 2026',
	])
	expect([...page.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(
		expect.arrayContaining(['$0', '$20', '$40', '$60', 'Mar 1', 'Mar 4']),
	)
	expect(page.querySelectorAll('path[vector-effect]')).toHaveLength(2)
	const rows = [...page.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
	expect([rows.length, rows[2]]).toEqual([4, ['Mar 2, 2026', '$47.00', '$0.00']])
	const plot = page.querySelector<HTMLElement>('[role=slider]')
	const press = (key: string) => run(() => plot?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
	await press('Home')
	await press('ArrowRight')
	expect(plot?.getAttribute('aria-valuetext')).toBe('Mar 2, 2026: $47.00, previous period: $0.00')
	expect(page.querySelector('strong')?.textContent).toBe('Mar 2, 2026')
	await leave()
})

test('the line to a day that is not over yet is a separate, dotted one', async () => {
	const { page, leave } = await renderElement(inRouter(<LineChart {...paid} isOver={false} bars={toBars([1, 2, 3])} />))
	const lines = [...page.querySelectorAll('path[vector-effect]')].map((line) => [
		line.getAttribute('stroke-dasharray'),
		line.getAttribute('d')?.match(/[ML]/g)?.length,
	])
	expect(lines).toEqual([
		[null, 2],
		['2 4', 2],
	])
	await leave()
})

test('date labels that would overlap are left out', async () => {
	const { page, leave } = await renderElement(inRouter(<LineChart {...paid} bars={toBars([1, 2, 3, 4, 5, 6, 7])} />))
	const words = [...page.querySelectorAll('text')].map(({ textContent }) => textContent)
	expect(words.filter((word) => word.startsWith('Mar'))).toEqual(['Mar 1', 'Mar 3', 'Mar 5', 'Mar 7'])
	await leave()
})

test('a single point is a dot, weeks are named by their first day, and an empty chart shows a message', async () => {
	const week = { since: '2026-02-25', days: 7, amount: 6 }
	const { page, show, leave } = await renderElement(inRouter(<LineChart {...paid} currency={null} bars={[week]} />))
	expect([page.querySelectorAll('circle').length, page.querySelector('path'), page.querySelector('td')?.textContent]).toEqual([
		1,
		null,
		'7 days from Feb 25, 2026',
	])
	await show(inRouter(<LineChart {...paid} bars={toBars([0, 0])} />))
	expect(page.textContent).toBe('PaidNo payments.')
	await leave()
})
