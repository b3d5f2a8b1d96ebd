// @vitest-environment happy-dom
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { CookieBanner } from './cookie-banner.tsx'

const show = () => renderElement(<RouterProvider router={createMemoryRouter([{ path: '*', element: <CookieBanner /> }])} />)
const bannerOf = (page: Element) => page.querySelector('[aria-label="Cookie consent"]')

test.each([
	['Accept', 'accepted'],
	['Decline', 'declined'],
])('%s stores %s, hides the banner, and it stays away', async (label, word) => {
	localStorage.clear()
	const first = await show()
	const button = [...first.page.querySelectorAll('button')].find(({ textContent }) => textContent === label)
	await first.run(() => button?.click())
	expect([localStorage.getItem('cookie-consent'), bannerOf(first.page)]).toEqual([word, null])
	await first.leave()

	const second = await show()
	expect(bannerOf(second.page)).toBeNull()
	await second.leave()
})

test('a stored word that is no answer asks again', async () => {
	localStorage.setItem('cookie-consent', 'maybe')
	const { page, leave } = await show()
	expect(bannerOf(page)?.textContent).toContain('Accept')
	await leave()
})
