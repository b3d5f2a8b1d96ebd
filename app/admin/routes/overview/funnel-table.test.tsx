import { expect, test } from 'vitest'

import { inRouter } from '#tests/setup/in-router.tsx'
import { renderElement } from '#tests/setup/render-element.ts'

import { FunnelTables } from './funnel-table.tsx'

const step = (name: string, count: number, needsBefore: boolean, before?: number | null) => ({ name, count, needsBefore, before })

async function show(steps: ReturnType<typeof step>[]) {
	const groups = [{ name: 'Sales', steps: steps.map(({ before, ...each }) => ({ ...each, ...(before !== undefined && { before }) })) }]
	const { page } = await renderElement(inRouter(<FunnelTables groups={groups} />))
	const cells = (row: Element, selector: string) => [...row.querySelectorAll(selector)].map(({ textContent }) => textContent.trim())
	return {
		heads: [...page.querySelectorAll('thead tr')].map((row) => cells(row, 'th'))[0],
		rows: [...page.querySelectorAll('tbody tr')].map((row) => cells(row, 'th, td').slice(1)),
	}
}

test('each step shows its share of the step before, and of the closest one that doesn’t presuppose another', async () => {
	const { heads, rows } = await show([
		step('Visits', 1000, false),
		step('Offer', 250, true),
		step('Checkout', 3, true),
		step('Sign-ups', 40, false),
		step('Confirmed', 0, true),
		step('Trained', 0, true),
	])
	expect(heads).toEqual(['Step', 'Count', 'Of previous', 'Of first'])
	expect(rows).toEqual([
		['1,000', '–', '–'],
		['250', '25%', '25%'],
		['3', '1%', '<1%'],
		['40', '–', '–'],
		['0', '0%', '0%'],
		['0', '–', '0%'],
	])
})

test('a change is shown if any step has a figure of the earlier period', async () => {
	const { heads, rows } = await show([step('Visits', 30, false, 20), step('Offer', 3, true, null)])
	expect(heads).toEqual(['Step', 'Count', 'Of previous', 'Of first', 'Change'])
	expect(rows.map((row) => row.at(-1))).toEqual([expect.stringContaining('50%'), expect.not.stringContaining('%')])
})

test('a rise is shown as good, except for steps where fewer is better', async () => {
	const steps = [
		{ name: 'Paid', count: 30, before: 20, needsBefore: false },
		{ name: 'Refunded', count: 3, before: 2, needsBefore: true, isFallGood: true },
	]
	const { page } = await renderElement(inRouter(<FunnelTables groups={[{ name: 'Orders', steps }]} />))
	const rows = [...page.querySelectorAll('tbody tr')].map((row) =>
		row.querySelector('.text-spruce-ink, .text-danger-ink')?.className.split(' ').at(-1),
	)
	expect(rows).toEqual(['text-spruce-ink', 'text-danger-ink'])
})
