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
	['while the server is busy', new Response('', { status: 503 }), 'This page couldn’t be shown.', 'Something went wrong'],
])('a page opened %s keeps the menu, and loads once it can', async (_, error, message, title) => {
	let isDown = false
	const read = <Data,>(data: Data) => {
		// oxlint-disable-next-line typescript/only-throw-error -- React Router also shows a thrown response
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

test('a page that fails after signing out shows no menu of the person who was signed in', async () => {
	let isDown = false
	const Stub = createRoutesStub([
		{
			id: 'root',
			path: '/',
			Component: Root,
			ErrorBoundary,
			shouldRevalidate: ({ nextUrl }) => nextUrl.pathname === '/sign-in',
			loader: ({ request }) => (request.url.endsWith('/sign-in') ? { given: null } : FRAME),
			children: [
				{ index: true, Component: () => <Link to="/sign-in">Sign out</Link> },
				{ path: 'sign-in', Component: () => <Link to="/orders">Sign in</Link> },
				{
					path: 'orders',
					loader: () => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : null),
					Component: () => <p>15 orders</p>,
				},
			],
		},
	])
	vi.spyOn(console, 'error').mockImplementation(() => {})
	const { page, show, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: FRAME } }} />)
	await run(() => page.querySelector<HTMLElement>('#content a')?.click())
	await vi.waitFor(() => expect(page.textContent).toContain('Sign in'))
	isDown = true
	const Failed = createRoutesStub([
		{ id: 'root', path: '/', Component: Root, ErrorBoundary, loader: () => Promise.reject(new TypeError('Failed to fetch')) },
	])
	await show(<Failed />)
	await vi.waitFor(() => expect(page.querySelector('h1')?.textContent).toBe('No connection'))
	expect(page.querySelector('header nav')).toBeNull()
	vi.mocked(console.error).mockRestore()
})
