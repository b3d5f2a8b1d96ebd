import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { CookieBanner } from './cookie-banner.tsx'

const show = () => renderElement(<RouterProvider router={createMemoryRouter([{ path: '*', element: <CookieBanner /> }])} />)
const isAsking = () => 'asksCookies' in document.documentElement.dataset

test.each([
	['Accept', 'accepted'],
	['Decline', 'declined'],
])('%s stores %s and hides the banner permanently', async (label, word) => {
	localStorage.clear()
	const first = await show()
	expect(isAsking()).toBe(true)
	const button = [...first.page.querySelectorAll('button')].find(({ textContent }) => textContent === label)
	await first.run(() => button?.click())
	expect([localStorage.getItem('cookie-consent'), isAsking()]).toEqual([word, false])
	await first.leave()

	const second = await show()
	expect(isAsking()).toBe(false)
	await second.leave()
})

test('an unknown stored choice shows the banner again', async () => {
	localStorage.setItem('cookie-consent', 'maybe')
	const { leave } = await show()
	expect(isAsking()).toBe(true)
	await leave()
})
