import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'

import { consolePaths } from '#contracts/console-paths.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { PublishAgain } from './publish-again.tsx'

const price = { path: 'offers.json', title: 'Offers and prices', kind: 'Text', isNew: false, changes: [], more: 0, summary: '1 change' }

test('publishing an older release again names what changes, and asks for a code only if prices do', async () => {
	const asked: string[] = []
	const Stub = createRoutesStub([
		{
			id: 'root',
			path: '/',
			loader: () => ({ formToken: '', isProven: false, failure: null }),
			children: [
				{ index: true, Component: () => <PublishAgain number={4} newest={5} shown="5" /> },
				{
					path: consolePaths.contentReleases,
					loader: ({ request }) => {
						asked.push(new URL(request.url).search)
						return { changes: [price], needsStepUp: true }
					},
				},
			],
		},
	])
	const { page, run } = await renderElement(<Stub />)
	await vi.waitFor(async () => {
		await run(() => {})
		expect(page.querySelector('button')).not.toBeNull()
	})
	expect(asked).toEqual([])
	await run(() => page.querySelector('button')?.click())
	await vi.waitFor(async () => {
		await run(() => {})
		expect(page.textContent).toContain('Offers and prices')
	})
	expect(asked).toEqual(['?from=5&to=4'])
	expect(page.querySelector('input[name="code"]')).not.toBeNull()
})
