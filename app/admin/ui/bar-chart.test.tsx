import { expect, test } from 'vitest'

import { inRouter } from '#tests/setup/in-router.tsx'
import { renderElement } from '#tests/setup/render-element.ts'

import { BarCharts, type Chart } from './bar-chart.tsx'

const toBars = (amounts: readonly number[], before?: readonly number[]) =>
	amounts.map((amount, index) => ({
		since: `2026-03-0${index + 1}`,
		days: 1,
		amount,
		...(before && { before: { since: `2026-02-2${index + 1}`, amount: before[index] ?? 0 } }),
	}))
const paid = { id: 'paid', name: 'Paid', currency: 'usd', empty: 'Payments appear here.' } as const
const accounts = { id: 'accounts', name: 'New accounts', currency: null, empty: 'Accounts appear here.', bars: toBars([1, 2], [3, 4]) }
type Shown = { unit?: 'day' | 'week' | 'month'; isOver?: boolean }
const showAll = (charts: readonly Chart[], { unit = 'day', isOver = true }: Shown = {}) =>
	inRouter(
		<BarCharts
			label="Figures"
			param="chart"
			charts={charts}
			unit={unit}
			isOver={isOver}
			periods={['Mar 1 – 4', 'Feb 21 – 24']}
			toFileUrl={(id) => `/file.csv?chart=${id}`}
		/>,
	)
const show = ({ unit = 'day', isOver = true, ...chart }: Shown & Partial<Chart> & Pick<Chart, 'bars'>) =>
	showAll([{ ...paid, ...chart }], { unit, isOver })
const textsOf = (page: Element, selector: string) => [...page.querySelectorAll(selector)].map(({ textContent }) => textContent)
const drawnIn = (page: Element, selector: string) => page.querySelector(`figure ${selector}`)?.getAttribute('d')

test('bars and the previous period behind them have a legend and a table; arrow keys read amounts', async () => {
	const { page, run, leave } = await renderElement(show({ bars: toBars([0, 4700, 0, 1], [100, 0, 0, 0]) }))
	// The server's pages may not have inline styles.
	expect(page.querySelector('[style]')).toBeNull()
	expect(textsOf(page, 'figure li')).toEqual(['Mar 1 – 4', 'Feb 21 – 24'])
	expect(textsOf(page, 'text')).toEqual(expect.arrayContaining(['$0', '$10', '$50', 'Mar 1', 'Mar 4']))
	// Dates are in the middle below their bars, also at the edges.
	const dates = [...page.querySelectorAll('[role=slider] text')]
	expect(dates.map((date) => date.getAttribute('x'))).toEqual(['12.50%', '37.50%', '62.50%', '87.50%'])
	expect([drawnIn(page, 'path.fill-accent'), drawnIn(page, '[role=slider] path.fill-none')]).toEqual([
		'M1.20 230.00V23.20h0.6V230.00ZM3.20 230.00V229.96h0.6V230.00Z',
		'M0.08 225.60h0.84',
	])
	expect(textsOf(page, 'th')).toEqual(['Day', 'Paid', 'Change'])
	expect(page.querySelector('table')?.hasAttribute('data-stacks')).toBe(false)
	const rows = [...page.querySelectorAll('tbody tr')].map((row) => textsOf(row, 'td'))
	expect([rows.length, rows[2]?.slice(0, 2)]).toEqual([4, ['Mar 2', '$47.00']])
	expect(page.querySelector('a[href^="/file"]')?.getAttribute('href')).toBe('/file.csv?chart=paid')
	const plot = page.querySelector<HTMLElement>('[role=slider]')
	const press = (key: string) => run(() => plot?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
	await press('Home')
	await press('ArrowRight')
	expect(plot?.getAttribute('aria-valuetext')).toBe('Mar 2: $47.00; Feb 22: $0.00')
	const amounts = () => textsOf(page, 'figure p')
	expect(amounts()).toEqual(['Mar 2', '$47.00', '$0.00 · Feb 22'])
	expect(page.querySelector<HTMLElement>('figure [style]')?.style.left).toBe('37.50%')
	await press('Escape')
	expect(amounts()).toEqual([])
	// If no bar is selected, the arrow keys start at the last one, which the plot's value names.
	expect(plot?.getAttribute('aria-valuenow')).toBe('3')
	await press('ArrowLeft')
	expect(amounts()[0]).toBe('Mar 3')
	await leave()
})

test('a bar can be read with the pointer, and a lifted finger leaves its amounts in view', async () => {
	const { page, run, leave } = await renderElement(show({ bars: toBars([100, 200, 300, 400]) }))
	const plot = page.querySelector<HTMLElement>('[role=slider]')
	if (plot?.parentElement) plot.parentElement.getBoundingClientRect = () => new DOMRect(0, 0, 400, 256)
	const send = (type: string, pointerType: string) =>
		run(() => plot?.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: 250, pointerType })))
	const amounts = () => textsOf(page, 'figure p')
	await send('pointermove', 'mouse')
	expect(amounts()).toEqual(['Mar 3', '$3.00'])
	await send('pointerout', 'mouse')
	expect(amounts()).toEqual([])
	await send('pointerdown', 'touch')
	await send('pointerout', 'touch')
	expect(amounts()).toEqual(['Mar 3', '$3.00'])
	await leave()
})

test('a bar opens the list behind it by a click, Enter or its row in the table; a tap reads it first', async () => {
	const list = { what: 'orders', path: '/admin/orders', query: { product: 'lifetime' } } as const
	const { page, run, leave } = await renderElement(show({ bars: toBars([0, 200, 300, 400]), list }))
	const behind = (day: string) => `/admin/orders?product=lifetime&from=${day}&to=${day}`
	const hrefs = (selector: string) => [...page.querySelectorAll(selector)].map((link) => link.getAttribute('href'))
	expect(hrefs('figure a')).toEqual(['2026-03-02', '2026-03-03', '2026-03-04'].map(behind))
	// The table is newest first; an empty day has no link.
	expect(hrefs('td a')).toEqual(['2026-03-04', '2026-03-03', '2026-03-02'].map(behind))
	const plot = page.querySelector<HTMLElement>('[role=slider]')
	if (plot?.parentElement) plot.parentElement.getBoundingClientRect = () => new DOMRect(0, 0, 400, 256)
	const link = page.querySelector<HTMLElement>('figure a')
	const click = (pointerType: string) =>
		run(() => {
			link?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX: 150, pointerType }))
			link?.click()
		})
	const isOpen = () => page.querySelector('figure') === null
	await click('touch')
	expect([isOpen(), textsOf(page, 'figure p')]).toEqual([false, ['Mar 2', '$2.00', 'See orders']])
	await click('touch')
	expect(isOpen()).toBe(true)
	await leave()
})

test('Enter opens the list behind the bar that was read', async () => {
	const list = { what: 'learners', path: '/admin/learners' } as const
	const { page, run, leave } = await renderElement(show({ bars: toBars([0, 200]), list }))
	const press = (key: string) =>
		run(() => page.querySelector('[role=slider]')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
	await press('Home')
	await press('Enter')
	expect(page.querySelector('figure')).not.toBeNull()
	await press('End')
	await press('Enter')
	expect(page.querySelector('figure')).toBeNull()
	await leave()
})

test('each card links to its chart, keeps the rest of the URL, and has its total, change and line', async () => {
	const charts = [{ ...paid, bars: toBars([4700, 0], [0, 100]) }, accounts]
	const { page, run, leave } = await renderElement(showAll(charts))
	const cards = () => [...page.querySelectorAll<HTMLAnchorElement>('nav a')]
	expect(cards().map(({ textContent }) => textContent)).toEqual([
		'Paid$47.00▲up 4,600% from $1.00 in the previous period',
		'New accounts3▼down 57% from 7 in the previous period',
	])
	expect(cards().map((card) => card.querySelector('path')?.getAttribute('d'))).toEqual(['M0 1.0L1 19.0', 'M0 10.0L1 1.0'])
	const shown = () => [cards().map((card) => card.getAttribute('aria-current')), textsOf(page, 'figcaption, caption')]
	expect(shown()).toEqual([
		['true', null],
		['Paid per day', 'Paid per day'],
	])
	expect(cards()[1]?.getAttribute('href')).toBe('/?chart=accounts')
	await run(() => cards()[1]?.click())
	expect(shown()).toEqual([
		[null, 'true'],
		['New accounts per day', 'New accounts per day'],
	])
	await leave()
})

test('a bar that isn’t complete is outlined and says so in legend and table; a table of two years names them', async () => {
	const bars = [...toBars([1, 2]), { since: '2027-01-01', days: 1, amount: 3 }]
	const { page, show: change, leave } = await renderElement(show({ bars, isOver: false }))
	const count = (selector: string) => drawnIn(page, `[role=slider] ${selector}`)?.match(/M/g)?.length
	expect([count('path.fill-accent'), count(String.raw`path.fill-accent\/25`)]).toEqual([2, 1])
	expect(textsOf(page, 'figure li')).toEqual(['Mar 1 – 4', 'Today so far'])
	expect(page.querySelector('td')?.textContent).toBe('Jan 1, 2027, so far')
	await change(show({ bars: toBars([1, 0]), isOver: false }))
	expect(textsOf(page, 'figure li')).toEqual(['Mar 1 – 4'])
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

test('months and weeks are named, and an empty chart says what will appear', async () => {
	const months = [
		{ since: '2026-02-25', days: 4, amount: 1 },
		{ since: '2026-03-01', days: 31, amount: 5 },
	]
	const { page, run, show: change, leave } = await renderElement(show({ bars: months, unit: 'month', currency: null }))
	expect([textsOf(page, 'figcaption'), textsOf(page, 'th'), textsOf(page, 'td:first-child')]).toEqual([
		['Paid per month'],
		['Month', 'Paid'],
		['Mar 2026', 'Feb 25 – Feb 28'],
	])
	expect(textsOf(page, 'figure li')).toEqual(['Mar 1 – 4', 'Not a full month'])
	expect(textsOf(page, '[role=slider] text')).toEqual(['Feb ’26', 'Mar'])
	expect(page.querySelector('.tile-figure')?.textContent).toBe('6')
	const earlier = { since: '2025-03-02', amount: 2 }
	await change(show({ bars: [{ ...months[1]!, before: earlier }], unit: 'month' }))
	await run(() => page.querySelector<HTMLElement>('[role=slider]')?.focus())
	expect(textsOf(page, 'figure p')).toEqual(['Mar 2026', '$0.05', '$0.02 · Mar 2025'])
	await change(show({ bars: [{ since: '2026-02-25', days: 7, amount: 6 }], unit: 'week' }))
	expect([textsOf(page, 'figcaption'), textsOf(page, 'td:first-child')]).toEqual([['Paid per week'], ['Feb 25 – Mar 3']])
	await change(show({ bars: toBars([0, 0]) }))
	expect(page.textContent).toBe('Paid$0.00Payments appear here.')
	await leave()
})

test('refunds on days without sales are drawn below zero', async () => {
	const { page, leave } = await renderElement(show({ bars: toBars([0, -4700]) }))
	expect(page.querySelector('.tile-figure')?.textContent).toBe('-$47.00')
	expect(textsOf(page, 'text').slice(0, 6)).toEqual(['-$50', '-$40', '-$30', '-$20', '-$10', '$0'])
	expect(drawnIn(page, 'path.fill-accent')).toBe('M1.20 10.00V216.80h0.6V10.00Z')
	await leave()
})
