import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { lazyPart } from './lazy-part.tsx'

test('a part whose code can’t be loaded says so, and the rest of the page stays', async () => {
	const Part = lazyPart<{ name: string }>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
	const { page } = await renderElement(
		<>
			<Part name="Ana" />
			<p>The rest</p>
		</>,
	)
	await vi.waitFor(() => expect(page.querySelector('[role="alert"]')?.textContent).toContain('Couldn’t load this part.'))
	expect(page.textContent).toContain('The rest')
})

test('a part gets its props once its code has arrived', async () => {
	const Part = lazyPart<{ name: string }>(async () => ({ default: ({ name }) => <p>{`Hello ${name}`}</p> }))
	const { page } = await renderElement(<Part name="Ana" />)
	await vi.waitFor(() => expect(page.textContent).toBe('Hello Ana'))
})
