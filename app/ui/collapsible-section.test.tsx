import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { CollapsibleSection } from './collapsible-section.tsx'

const stateOf = (page: HTMLElement) => [
	page.querySelector('div[data-open]') !== null,
	page.querySelector('button')?.getAttribute('aria-expanded'),
]

test('a fold opens and closes, is announced, and keeps its content in the page', async () => {
	const { page, run, leave } = await renderElement(
		<CollapsibleSection head={<h2>Tips</h2>} name="Tips">
			<p>Rest.</p>
		</CollapsibleSection>,
	)
	expect(stateOf(page)).toEqual([false, 'false'])
	expect(page.textContent).toBe('TipsRest.')
	const button = page.querySelector('button')
	expect(document.getElementById(button?.getAttribute('aria-controls') ?? '')?.textContent).toBe('Rest.')
	await run(() => button?.click())
	expect(stateOf(page)).toEqual([true, 'true'])
	await run(() => button?.click())
	expect(stateOf(page)).toEqual([false, 'false'])
	await leave()
})

test('an initially open fold follows its prop until the reader toggles it', async () => {
	const fold = (startsOpen: boolean) => (
		<CollapsibleSection head={<h2>First</h2>} name="First" startsOpen={startsOpen}>
			<p>Text</p>
		</CollapsibleSection>
	)
	const { page, show, run, leave } = await renderElement(fold(true))
	await show(fold(false))
	expect(stateOf(page)).toEqual([false, 'false'])
	await run(() => page.querySelector('button')?.click())
	await show(fold(false))
	expect(stateOf(page)).toEqual([true, 'true'])
	await leave()
})
