import { createRoutesStub, Link } from 'react-router'
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import Root, { ErrorBoundary } from './root.tsx'

const FRAME = {
	siteName: 'Academy',
	brandStyle: '/brand.css',
	navigation: [{ group: 'Sell', entries: [{ label: 'Orders', href: '/orders', isCurrent: false, open: 0 }] }],
	above: [],
	notice: null,
	undo: null,
	failure: null,
}

test.each([
	['offline', new TypeError('Failed to fetch'), 'We can’t reach the server.', 'No connection'],
	['with an error', new Error('broken'), 'This page couldn’t be shown.', 'Something went wrong'],
])('a page opened %s keeps the menu, and loads once it can', async (_, error, message, title) => {
	let isDown = false
	const read = <Data,>(data: Data) => {
		if (isDown) throw error
		return data
	}
	const Stub = createRoutesStub([
		{
			id: 'root',
			path: '/',
			Component: Root,
			ErrorBoundary,
			loader: () => read(FRAME),
			children: [
				{ index: true, Component: () => <Link to="/orders">All orders</Link> },
				{ path: 'orders', loader: () => read(null), Component: () => <p>15 orders</p> },
			],
		},
	])
	vi.spyOn(console, 'error').mockImplementation(() => {})
	const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: FRAME } }} />)
	isDown = true
	await run(() => page.querySelector<HTMLElement>('#content a')?.click())
	await vi.waitFor(() => expect(page.querySelector('[role="alert"]')?.textContent).toContain(message))
	expect(page.querySelector('h1')?.textContent).toBe(title)
	expect(page.querySelector('header nav')?.textContent).toContain('Orders')
	isDown = false
	await run(() => page.querySelector<HTMLElement>('#content button')?.click())
	await vi.waitFor(() => expect(page.textContent).toContain('15 orders'))
	vi.mocked(console.error).mockRestore()
})
