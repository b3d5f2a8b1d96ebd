import { expect, test } from 'vitest'

import { inRouter } from '#tests/setup/in-router.tsx'
import { renderElement } from '#tests/setup/render-element.ts'

import TextDifferences from './text-differences.tsx'

const changed = (line: string) => [{ start: 1, lines: [`+${line}`] }]

/** Returns the changed lines below each heading. */
const sectionsOf = (page: Element) =>
	[...page.querySelectorAll('h2')].map((heading) => {
		let next = heading.nextElementSibling
		while (next && next.getAttribute('role') !== 'group') next = next.nextElementSibling
		return [heading.textContent, next?.querySelector('ins')?.textContent]
	})

test('each comparison has its own changes, and those of a draft lead to publishing them', async () => {
	const diffs = { draft: changed('of the draft'), origin: changed('of this academy'), upgrade: changed('of the upgrade') }
	const { page } = await renderElement(inRouter(<TextDifferences diffs={diffs} />))
	expect(sectionsOf(page)).toEqual([
		['Unpublished changes', 'Added: +of the draft'],
		['Changes from the original', 'Added: +of this academy'],
		['What an upgrade changed in the original', 'Added: +of the upgrade'],
	])
	expect([...page.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
		['Review changes and publish', '/admin/content/publish'],
	])
})

test('without a draft, there is nothing to publish', async () => {
	const { page } = await renderElement(inRouter(<TextDifferences diffs={{ draft: null, origin: 'same', upgrade: null }} />))
	expect(page.textContent).toBe('Changes from the originalNo differences.')
})
