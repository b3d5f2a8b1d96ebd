import { createRoutesStub, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { PaletteButton } from './palette-button.tsx'
import { rememberPage } from './recents.ts'

const shared = {
	email: 'op@academy.test',
	siteName: 'Launchway',
	role: 'support',
	navigation: [
		{
			group: 'Home',
			entries: [
				{ label: 'Today', href: '/admin/today' },
				{ label: 'Email log', href: '/admin/messages' },
				{ label: 'Activity log', href: '/admin/actions' },
			],
		},
	],
}

function Page() {
	const { pathname, search } = useLocation()
	return (
		<>
			<p id="where">{pathname + search}</p>
			<PaletteButton />
		</>
	)
}

async function openPalette(role: 'support' | 'operator' = 'support') {
	const Stub = createRoutesStub([{ id: 'root', path: '*', Component: Page, loader: () => ({ ...shared, role }) }])
	const { page, run } = await renderElement(
		<Stub initialEntries={['/admin/today']} hydrationData={{ loaderData: { root: { ...shared, role } } }} />,
	)
	const press = (key: string, target: EventTarget = document.activeElement ?? document.body, more: KeyboardEventInit = {}) =>
		run(() => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })))
	await press('k', document.body, { ctrlKey: true })
	await vi.waitFor(() => expect(page.querySelector('[cmdk-input]')).not.toBeNull())
	const input = page.querySelector<HTMLInputElement>('[cmdk-input]')!
	const type = (text: string) =>
		run(() => {
			Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
			input.dispatchEvent(new Event('input', { bubbles: true }))
		})
	const items = () => [...page.querySelectorAll('[cmdk-item]')].map((item) => item.textContent)
	return { page, run, press, input, type, items, where: () => page.querySelector('#where')?.textContent }
}

test('Ctrl-K opens the palette with its field focused; typing and pressing Enter opens a page', async () => {
	const { input, type, press, where, page } = await openPalette()
	expect(document.activeElement).toBe(input)
	expect(input.getAttribute('role')).toBe('combobox')
	await type('stalled')
	await press('Enter', input)
	await vi.waitFor(() => expect(where()).toBe('/admin/learners?progress=stalled'))
	expect(page.querySelector('dialog')?.open).toBe(false)
})

test('typing scrolls the results back to the first entry, which Enter opens', async () => {
	const { promise, resolve } = Promise.withResolvers<Response>()
	vi.stubGlobal('fetch', () => promise)
	const { page, run, type } = await openPalette()
	const list = page.querySelector('[cmdk-list]')!
	list.scrollTop = 78
	await type('new')
	expect(list.scrollTop).toBe(0)
	list.scrollTop = 78
	await run(() => resolve(Response.json([{ kind: 'learner', href: '/admin/learners/7', title: 'New', note: '' }])))
	await vi.waitFor(() => expect([page.textContent.includes('Learners'), list.scrollTop]).toEqual([true, 0]))
})

test('Enter pressed before the search has answered waits for the result and opens it', async () => {
	const { promise, resolve } = Promise.withResolvers<Response>()
	vi.stubGlobal('fetch', () => promise)
	const { type, press, input, where } = await openPalette()
	await type('ben@mail')
	await press('Enter', input)
	expect(where()).toBe('/admin/today')
	resolve(Response.json([{ kind: 'learner', href: '/admin/learners/7', title: 'Ben', note: '' }]))
	await vi.waitFor(() => expect(where()).toBe('/admin/learners/7'))
})

test('“No results” waits for the server’s response', async () => {
	const { promise, resolve } = Promise.withResolvers<Response>()
	vi.stubGlobal('fetch', () => promise)
	const { type, page } = await openPalette()
	await type('zzzz')
	const shown = () => page.querySelector('.palette')?.textContent
	expect([shown()?.includes('Searching…'), shown()?.includes('No results.')]).toEqual([true, false])
	resolve(Response.json([]))
	await vi.waitFor(() => expect([shown()?.includes('Searching…'), shown()?.includes('No results.')]).toEqual([false, true]))
})

test('results keep the server’s order, and Enter opens the first', async () => {
	const found = ['9', '5'].map((id) => ({ kind: 'learner', href: `/admin/learners/${id}`, title: `learner5${id}@list.test`, note: '' }))
	vi.stubGlobal('fetch', async () => Response.json(found))
	const { type, press, input, items, page, where } = await openPalette()
	await type('learner5')
	await vi.waitFor(() => expect(items()[0]).toContain('@list.test'))
	expect(items().slice(0, 2)).toEqual(['learner59@list.test', 'learner55@list.test'])
	expect(page.querySelector('[cmdk-item][aria-selected=true]')?.textContent).toBe('learner59@list.test')
	await press('Enter', input)
	await vi.waitFor(() => expect(where()).toBe('/admin/learners/9'))
})

test('the support role isn’t offered operator actions', async () => {
	const support = await openPalette('support')
	expect(support.items()).toContain('Answer the next ticket')
	expect(support.items()).not.toContain('Publish changes')
})

test('server results are shown even if their words differ from the query, and a failed search shows an error', async () => {
	const found = [{ kind: 'order', href: '/admin/orders/1', title: '$47.00 ana@list.test', note: 'paid' }]
	vi.stubGlobal('fetch', async () => Response.json(found))
	const { type, items, page } = await openPalette()
	await type('cs_test_1')
	await vi.waitFor(() => expect(items()[0]).toContain('$47.00 ana@list.test'))
	expect(items().at(-1)).toBe('Search everything for “cs_test_1”')
	vi.stubGlobal('fetch', async () => new Response('', { status: 500 }))
	await type('cs_test_2')
	await vi.waitFor(() => expect(page.querySelector('.palette [role=status]')?.textContent).toContain('couldn’t be searched'))
})

test('recently opened pages are listed newest first, without the current page', async () => {
	for (const page of ['1', '2', '1']) rememberPage({ href: `/admin/orders/${page}`, title: `Order ${page}` })
	const { items } = await openPalette()
	expect(items().slice(0, 2)).toEqual(['Order 1', 'Order 2'])
})

test('“dark” offers the theme switch, and “log” lists the activity log first', async () => {
	vi.stubGlobal('fetch', async () => Response.json([]))
	const { type, press, input, items, page } = await openPalette('operator')
	await type('log')
	await vi.waitFor(() => expect(items()[0]).toBe('Activity log'))
	await type('dark')
	expect(items()).toEqual(['Switch to dark mode', 'Search everything for “dark”'])
	await press('Enter', input)
	await vi.waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
	expect(page.querySelector('dialog')?.open).toBe(false)
	delete document.documentElement.dataset.theme
})

test('a query without results from the server selects the best place, also after one with results', async () => {
	vi.stubGlobal('fetch', async (url: string) =>
		Response.json(url.includes('ben') ? [{ kind: 'learner', href: '/admin/learners/7', title: 'Ben', note: '' }] : []),
	)
	const { type, press, input, items, page, where } = await openPalette()
	await type('ben')
	await vi.waitFor(() => expect(items()[0]).toBe('Ben'))
	await type('activity')
	await vi.waitFor(() => expect(page.querySelector('[cmdk-item][aria-selected=true]')?.textContent).toBe('Activity log'))
	await press('Enter', input)
	await vi.waitFor(() => expect(where()).toBe('/admin/actions'))
})
