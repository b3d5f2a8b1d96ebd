import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { NextAction } from './next-action.tsx'
import type { NextStep } from './next-step.ts'

const MODULES = [{ id: 2, title: 'Sell', sections: [{ id: 'launch', title: 'Launch' }] }]
const STEP: NextStep = { kind: 'continue', moduleId: 2, sectionId: 'launch', href: '/course/module2?section=launch' }

async function hrefOf(step: NextStep, isComing: boolean) {
	const element = <NextAction step={step} modules={MODULES} isComing={isComing} />
	const shown = await renderElement(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
	const href = shown.page.querySelector('a')?.getAttribute('href')
	await shown.leave()
	return href
}

test('until the account has loaded, the link leads to the page that waits for it', async () => {
	expect(await hrefOf(STEP, true)).toBe('/continue')
	expect(await hrefOf(STEP, false)).toBe('/course/module2?section=launch')
	expect(await hrefOf({ kind: 'finished' }, true)).toBe('/modules')
})
