import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { BarPlot } from './bar-plot.tsx'

const toBars = (amounts: readonly number[]) => amounts.map((amount, index) => ({ since: `2026-03-0${index + 1}`, days: 1, amount }))
const dollars = (cents: number) => `$${cents / 100}`

test('the plot says in words what it shows, has each figure in its table, and needs no inline style', async () => {
	const { page, leave } = await renderElement(<BarPlot name="Paid" bars={toBars([0, 4700, 0, 1])} formatAmount={dollars} />)
	const plot = page.querySelector('[role=img]')
	expect(document.querySelector(`[id="${plot?.getAttribute('aria-labelledby')}"]`)?.textContent).toBe(
		'Paid per day Total $47.01, highest $47 (Mar 2, 2026)',
	)
	const drawn = [...page.querySelectorAll('rect:not([class])')].map((rect) => Number(rect.getAttribute('y')))
	expect(drawn).toEqual([100, 0, 100, 99])
	expect([...page.querySelectorAll('title')].map(({ textContent }) => textContent)[3]).toBe('Mar 4, 2026: $0.01')
	const rows = [...page.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
	expect([rows.length, rows[2]]).toEqual([4, ['Mar 2, 2026', '$47']])
	expect(page.querySelector('[style]')).toBeNull()
	await leave()
})

test('weeks are named by their first day, and nothing is drawn of nothing', async () => {
	const week = { since: '2026-02-25', days: 7, amount: 6 }
	const { page, show, leave } = await renderElement(<BarPlot name="Accounts" bars={[week]} formatAmount={String} />)
	expect(page.querySelector('figcaption')?.textContent).toBe('Accounts per 7 days Total 6, highest 6 (7 days from Feb 25, 2026)')
	await show(<BarPlot name="Accounts" bars={toBars([0, 0])} formatAmount={String} />)
	expect(page.textContent).toBe('')
	await leave()
})
