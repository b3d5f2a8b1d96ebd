import { expect, test } from 'vitest'

import { inRouter } from '#tests/setup/in-router.tsx'
import { renderElement } from '#tests/setup/render-element.ts'

import { BarCharts, type Chart } from './bar-chart.tsx'
import { roundScale } from './bar-plot.tsx'

const toBars = (amounts: readonly number[], before?: readonly number[]) =>
	amounts.map((amount, index) => ({
		since: `2026-03-0${index + 1}`,
		days: 1,
		amount,
		...(before && { before: { since: `2026-02-2${index + 1}`, amount: before[index] ?? 0 } }),
	}))
const paid = { name: 'Paid', currency: 'usd', empty: 'No payments.' } as const
type Shown = Partial<Chart> & { bars: Chart['bars']; unit?: 'day' | 'week' | 'month'; isOver?: boolean }
const show = ({ unit = 'day', isOver = true, ...chart }: Shown) =>
	inRouter(
		<BarCharts label="Figures" charts={[{ ...paid, ...chart }]} unit={unit} isOver={isOver} periods={['Mar 1 – 4', 'Feb 21 – 24']} />,
	)
const textsOf = (page: Element, selector: string) => [...page.querySelectorAll(selector)].map(({ textContent }) => textContent)

test.each([
	[0, [0, 1]],
	[1, [0, 1]],
	[3, [0, 1, 2, 3]],
	[47, [0, 10, 20, 30, 40, 50]],
	[100, [0, 20, 40, 60, 80, 100]],
	[101, [0, 50, 100, 150]],
	[210, [0, 50, 100, 150, 200, 250]],
	[8200, [0, 2000, 4000, 6000, 8000, 10_000]],
])('the axis for a maximum of %d has round ticks', (most, values) => {
	expect(roundScale(most)).toEqual(values)
})

test('both periods are drawn with a legend and a table; arrow keys read points, without inline styles', async () => {
	const { page, run, leave } = await renderElement(show({ bars: toBars([0, 4700, 0, 1], [100, 0, 0, 0]) }))
	expect(page.querySelector('[style]')).toBeNull()
	expect(textsOf(page, 'ul li')).toEqual(['Mar 1 – 4: $47.01', 'Feb 21 – 24: $1.00'])
	expect(textsOf(page, 'text')).toEqual(expect.arrayContaining(['$0', '$10', '$50', 'Mar 1', 'Mar 4']))
	expect([...page.querySelectorAll('path')].map((path) => path.getAttribute('d'))).toEqual([
		'M0.12 230V225.60h0.3V230ZM1.12 230V230.00h0.3V230ZM2.12 230V230.00h0.3V230ZM3.12 230V230.00h0.3V230Z',
		'M0.46 230V230.00h0.42V230ZM1.46 230V23.20h0.42V230ZM2.46 230V230.00h0.42V230ZM3.46 230V229.96h0.42V230Z',
		'',
	])
	expect(textsOf(page, 'th')).toEqual(['Day', 'Paid', 'Paid before'])
	expect(page.querySelector('table')?.hasAttribute('data-stacks')).toBe(false)
	const rows = [...page.querySelectorAll('tbody tr')].map((row) => textsOf(row, 'td'))
	expect([rows.length, rows[2]]).toEqual([4, ['Mar 2', '$47.00', '$0.00']])
	const plot = page.querySelector<HTMLElement>('[role=slider]')
	const press = (key: string) => run(() => plot?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
	await press('Home')
	await press('ArrowRight')
	expect(plot?.getAttribute('aria-valuetext')).toBe('Mar 2: $47.00, previous period: $0.00')
	// The reading takes the legend's place, so that it covers neither bars nor legend.
	expect(page.querySelector('figure ul')?.textContent).toBe('Mar 2$47.00$0.00 · Feb 22')
	await run(() => plot?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
	expect(page.querySelector('figure ul')?.textContent).toMatch(/^Mar 1 – 4/)
	await leave()
})

test('arrow keys select another chart, whose panel replaces the first; one table has both', async () => {
	const charts = [
		{ ...paid, bars: toBars([4700, 0], [0, 100]), change: 'up 20%' },
		{ name: 'New accounts', currency: null, empty: 'No accounts.', bars: toBars([1, 2], [3, 4]) },
	]
	const { page, run, leave } = await renderElement(
		inRouter(<BarCharts label="Figures" charts={charts} unit="day" periods={['Mar 1 – 2', 'Feb 21 – 22']} />),
	)
	const tabs = () => [...page.querySelectorAll<HTMLElement>('[role=tab]')]
	const shown = () => [...page.querySelectorAll('[role=tabpanel]')].map(({ classList }) => !classList.contains('hidden'))
	expect([tabs().map(({ textContent }) => textContent), shown()]).toEqual([
		['Paid$47.00 ▲ up 20%', 'New accounts3'],
		[true, false],
	])
	await run(() => tabs()[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })))
	expect([tabs().map((tab) => tab.getAttribute('aria-selected')), shown()]).toEqual([
		['false', 'true'],
		[false, true],
	])
	expect(document.activeElement).toBe(tabs()[1])
	expect(textsOf(page, 'tbody tr:first-child td')).toEqual(['Mar 2', '$0.00', '$1.00', '2', '4'])
	await leave()
})

test('a bar that isn’t complete is pale, and a table of two years names them', async () => {
	const bars = [...toBars([1, 2]), { since: '2027-01-01', days: 1, amount: 3 }]
	const { page, leave } = await renderElement(show({ bars, isOver: false }))
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

test('on phones, only every third date is shown, and with many days fewer are at any width', async () => {
	const { page, show: change, leave } = await renderElement(show({ bars: toBars([1, 2, 3, 4]) }))
	const dates = () =>
		[...page.querySelectorAll('[role=slider] text')].map((date) => [date.textContent, date.classList.contains('@max-2xl:hidden')])
	expect(dates()).toEqual([
		['Mar 1', false],
		['Mar 2', true],
		['Mar 3', true],
		['Mar 4', false],
	])
	await change(show({ bars: toBars([1, 2, 3, 4, 5, 6, 7, 8, 9]) }))
	expect(dates().map(([date]) => date)).toEqual(['Mar 1', 'Mar 3', 'Mar 5', 'Mar 7', 'Mar 9'])
	await leave()
})

test('months and weeks are named, the change by an arrow, and an empty chart shows a message', async () => {
	const months = [
		{ since: '2026-02-25', days: 4, amount: 1 },
		{ since: '2026-03-01', days: 31, amount: 5 },
	]
	const { page, run, show: change, leave } = await renderElement(show({ bars: months, unit: 'month', currency: null, change: 'down 2%' }))
	expect([textsOf(page, 'figcaption'), textsOf(page, 'th'), textsOf(page, 'td:first-child')]).toEqual([
		['Paid per month'],
		['Month', 'Paid'],
		['Mar 2026', 'Feb 25 – Feb 28'],
	])
	expect(textsOf(page, '[role=slider] text')).toEqual(['Feb ’26', 'Mar'])
	expect(page.querySelector('.tile-figure')?.textContent).toBe('6 ▼ down 2%')
	expect([...page.querySelectorAll('path.fill-accent')].map((path) => path.getAttribute('d')?.slice(0, 5))).toEqual(['M1.15', 'M0.15'])
	const earlier = { since: '2025-03-02', amount: 2 }
	await change(show({ bars: [{ ...months[1]!, before: earlier }], unit: 'month' }))
	await run(() => page.querySelector<HTMLElement>('[role=slider]')?.focus())
	expect(page.querySelector('figure ul')?.textContent).toBe('Mar 2026$0.05$0.02 · Mar 2025')
	await change(show({ bars: [{ since: '2026-02-25', days: 7, amount: 6 }], unit: 'week' }))
	expect([textsOf(page, 'figcaption'), textsOf(page, 'td:first-child')]).toEqual([['Paid per week'], ['Feb 25 – Mar 3']])
	await change(show({ bars: toBars([0, 0]) }))
	expect(page.textContent).toBe('Paid$0.00No payments.')
	await leave()
})

test('a period with nothing but refunds shows its negative total, which no other figure says', async () => {
	const { page, leave } = await renderElement(show({ bars: toBars([0, -4700]) }))
	expect(page.querySelector('.tile-figure')?.textContent).toBe('-$47.00')
	await leave()
})
