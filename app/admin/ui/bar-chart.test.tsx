import { expect, test } from 'vitest'

import { inRouter } from '#tests/setup/in-router.tsx'
import { renderElement } from '#tests/setup/render-element.ts'

import { BarChart, roundScale } from './bar-chart.tsx'

const toBars = (amounts: readonly number[], before?: readonly number[]) =>
	amounts.map((amount, index) => ({
		since: `2026-03-0${index + 1}`,
		days: 1,
		amount,
		...(before && { before: { since: `2026-02-2${index + 1}`, amount: before[index] ?? 0 } }),
	}))
const paid = { name: 'Paid', currency: 'usd', empty: 'No payments.' } as const

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
	const { page, run, leave } = await renderElement(inRouter(<BarChart {...paid} bars={toBars([0, 4700, 0, 1], [100, 0, 0, 0])} />))
	expect(page.querySelector('[style]')).toBeNull()
	expect([...page.querySelectorAll('ul li')].map(({ textContent }) => textContent)).toEqual(['This period', 'Before: $1'])
	expect([...page.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(
		expect.arrayContaining(['$0', '$20', '$40', '$60', 'Mar 1', 'Mar 4']),
	)
	expect([...page.querySelectorAll('path')].map((path) => path.getAttribute('d')?.match(/M/g)?.length)).toEqual([4, 1, 1])
	expect([...page.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual(['Day', 'This period', 'Before'])
	expect(page.querySelector('table')?.hasAttribute('data-stacks')).toBe(false)
	const rows = [...page.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
	expect([rows.length, rows[2]]).toEqual([4, ['Mar 2', '$47.00', '$0.00']])
	const plot = page.querySelector<HTMLElement>('[role=slider]')
	const press = (key: string) => run(() => plot?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
	await press('Home')
	await press('ArrowRight')
	expect(plot?.getAttribute('aria-valuetext')).toBe('Mar 2: $47.00, previous period: $0.00')
	const reading = () => page.querySelector('strong')?.closest('div')
	expect([reading()?.textContent, reading()?.style.left]).toEqual(['Mar 2$47.00$0.00 · Feb 22', '37.50%'])
	await press('End')
	expect(reading()?.style.right).toBe('12.50%')
	await leave()
})

test('the bar of a day that is not over yet is pale, and a chart of two years names them', async () => {
	const bars = [...toBars([1, 2]), { since: '2027-01-01', days: 1, amount: 3 }]
	const { page, leave } = await renderElement(inRouter(<BarChart {...paid} isOver={false} bars={bars} />))
	const drawn = [...page.querySelectorAll('path.fill-accent')].map((path) => [
		path.classList.contains('opacity-45'),
		path.getAttribute('d')?.match(/M/g)?.length,
	])
	expect(drawn).toEqual([
		[false, 2],
		[true, 1],
	])
	expect(page.querySelector('td')?.textContent).toBe('Jan 1, 2027')
	await leave()
})

test('date labels that would overlap are left out', async () => {
	const { page, leave } = await renderElement(inRouter(<BarChart {...paid} bars={toBars([1, 2, 3, 4, 5, 6, 7])} />))
	const words = [...page.querySelectorAll('text')].map(({ textContent }) => textContent)
	expect(words.filter((word) => word.startsWith('Mar'))).toEqual(['Mar 1', 'Mar 3', 'Mar 5', 'Mar 7'])
	await leave()
})

test('dates with years are fewer, and on phones only the first and the last', async () => {
	const bars = [...toBars([1, 2, 3, 4, 5, 6]), { since: '2027-01-01', days: 1, amount: 3 }]
	const { page, leave } = await renderElement(inRouter(<BarChart {...paid} bars={bars} />))
	const dates = [...page.querySelectorAll('[role=slider] text')].map((date) => [
		date.textContent,
		date.classList.contains('@max-md:hidden'),
	])
	expect(dates).toEqual([
		['Mar 1, 2026', false],
		['Mar 4, 2026', true],
		['Jan 1, 2027', false],
	])
	await leave()
})

test('weeks are named by their first day, the change by an arrow, and an empty chart shows a message', async () => {
	const week = { since: '2026-02-25', days: 7, amount: 6 }
	const { page, show, leave } = await renderElement(inRouter(<BarChart {...paid} currency={null} bars={[week]} change="down 2%" />))
	expect([
		page.querySelector('figcaption')?.textContent,
		page.querySelector('th')?.textContent,
		page.querySelector('td')?.textContent,
	]).toEqual(['Paid per 7 days', '7 days from', 'Feb 25'])
	expect(page.querySelector('p')?.textContent).toBe('6 ▼ down 2%')
	await show(inRouter(<BarChart {...paid} bars={toBars([0, 0])} />))
	expect(page.textContent).toBe('PaidNo payments.')
	await leave()
})

test('a period with nothing but refunds shows its negative total, which no other figure says', async () => {
	const { page, leave } = await renderElement(inRouter(<BarChart {...paid} bars={toBars([0, -4700])} />))
	expect(page.querySelector('p')?.textContent).toBe('-$47')
	await leave()
})
