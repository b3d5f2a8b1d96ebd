import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { Comparison } from './comparison.tsx'

const GOOD = 'text-spruce-ink'
const BAD = 'text-danger-ink'

test.each([
	{ now: 120, before: 100, shown: '▲ 20% from 100', tone: GOOD },
	{ now: 80, before: 100, shown: '▼ 20% from 100', tone: BAD },
	{ now: 2500, before: 1, shown: '▲ 249,900% from 1', tone: GOOD },
	{ now: 1001, before: 1000, shown: '▲ under 1% from 1,000', tone: GOOD },
	{ now: 0, before: 7, shown: '▼ 100% from 7', tone: BAD },
	{ now: 7, before: 0, shown: '▲ from 0', tone: GOOD },
	{ now: -7, before: 0, shown: '▼ from 0', tone: BAD },
	{ now: -50, before: 100, shown: '▼ from 100', tone: BAD },
	{ now: 100, before: -50, shown: '▲ from -50', tone: GOOD },
	{ now: 5000, before: 4000, currency: 'usd', isFallGood: true, shown: '▲ 25% from $40.00', tone: BAD },
	{ now: 3000, before: 4000, currency: 'usd', isFallGood: true, shown: '▼ 25% from $40.00', tone: GOOD },
])('$now after $before is shown as $shown', async ({ now, before, currency = null, isFallGood, shown, tone }) => {
	const { page, leave } = await renderElement(<Comparison now={now} before={before} currency={currency} isFallGood={isFallGood} />)
	const [word] = page.querySelectorAll('.sr-only')
	expect([word?.textContent, page.querySelectorAll(`.${tone}`).length]).toEqual([now > before ? 'up' : 'down', 1])
	expect(page.textContent).toContain('in the previous period')
	for (const hidden of page.querySelectorAll('.sr-only')) hidden.remove()
	expect(page.textContent).toBe(shown)
	await leave()
})

test('equal figures have no arrow, and without a complete previous period nothing is shown', async () => {
	const { page, show, leave } = await renderElement(<Comparison now={0} before={0} currency="usd" />)
	expect(page.textContent).toBe('No change')
	await show(<Comparison now={5} before={null} currency={null} />)
	expect(page.textContent).toBe('')
	await leave()
})
