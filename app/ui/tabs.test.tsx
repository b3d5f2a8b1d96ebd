import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { moveTab } from './tab-list.tsx'
import { Tabs } from './tabs.tsx'

test.each([
	['ArrowRight', 0, 1],
	['ArrowRight', 4, 0],
	['ArrowLeft', 0, 4],
	['ArrowLeft', 3, 2],
	['Home', 3, 0],
	['End', 1, 4],
	['Enter', 1, null],
	['ArrowDown', 1, null],
])('%s on tab %i of five selects tab %s', (key, index, next) => {
	expect(moveTab(key, index, 5)).toBe(next)
})

const tabs = ['Lesson Content', 'Step-by-Step', 'Real Examples'].map((label, index) => ({
	id: `t${index}`,
	label,
	panel: <p>{label} text</p>,
}))

test('the selected tab labels its panel and is the only tab stop', async () => {
	const { page, run, leave } = await renderElement(<Tabs label="Lesson" tabs={tabs} />)
	const read = () => ({
		selected: [...page.querySelectorAll('[role=tab]')].map((tab) => tab.getAttribute('aria-selected')),
		stops: [...page.querySelectorAll<HTMLElement>('[role=tab]')].map((tab) => tab.tabIndex),
		shown: [...page.querySelectorAll<HTMLElement>('[role=tabpanel]')].map((panel) => !panel.hidden),
		focused: document.activeElement?.textContent,
	})
	const first = page.querySelector<HTMLElement>('[role=tab]')
	const panel = page.querySelector('[role=tabpanel]')
	expect([first?.getAttribute('aria-controls'), panel?.getAttribute('aria-labelledby')]).toEqual([panel?.id, first?.id])
	expect(read()).toMatchObject({ selected: ['true', 'false', 'false'], stops: [0, -1, -1], shown: [true, false, false] })

	await run(() => first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true })))
	expect(read()).toEqual({
		selected: ['false', 'false', 'true'],
		stops: [-1, -1, 0],
		shown: [false, false, true],
		focused: 'Real Examples',
	})
	await leave()
})

test('rapid key presses each continue from the previous one', async () => {
	const asked: string[] = []
	const { page, run, leave } = await renderElement(<Tabs label="Settings" tabs={tabs} selected="t0" onSelect={(id) => asked.push(id)} />)
	const press = (key: string) =>
		run(() => (document.activeElement ?? page).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
	page.querySelector<HTMLElement>('[role=tab]')?.focus()
	await press('End')
	await press('ArrowLeft')
	expect(asked).toEqual(['t2', 't1'])
	await leave()
})
