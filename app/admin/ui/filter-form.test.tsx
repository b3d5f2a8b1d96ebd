import { createRoutesStub, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { FilterForm } from './filter-form.tsx'

function Page() {
	const { search } = useLocation()
	return (
		<>
			<p id="where">{search}</p>
			<FilterForm
				action="/list"
				label="List"
				taken={{ q: new URLSearchParams(search).get('q'), state: new URLSearchParams(search).get('state') === 'paid' ? 'paid' : '' }}
				search={{ label: 'Order' }}
				filters={[{ name: 'state', label: 'Status', options: [['paid', 'Paid']] }]}
			/>
		</>
	)
}

test('applied filters are links that remove only themselves, and the fields stay closed', async () => {
	const read = async (search: string) => {
		const Stub = createRoutesStub([{ path: '/list', Component: Page }])
		const { page } = await renderElement(<Stub initialEntries={[`/list${search}`]} />)
		const links = [...page.querySelectorAll('li a')].map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])
		return [page.querySelector('details')?.open, links]
	}
	expect(await read('')).toEqual([false, []])
	expect(await read('?q=ana&sort=-total')).toEqual([false, [[null, '/list']]])
	const chip = ['Remove Status: Paid', '/list?q=ana&sort=-total']
	expect(await read('?q=ana&state=paid&sort=-total&before=x&view=1')).toEqual([false, [chip, [null, '/list']]])
})

test('the value of a tab has a chip only while a saved view is shown instead of the tab, and Clear is never alone', async () => {
	const filters = [{ name: 'state', label: 'Status', options: [['paid', 'Paid']], tabs: ['paid'] }] as const
	const read = async (search: string) => {
		const taken = { state: new URLSearchParams(search).get('state') }
		const Stub = createRoutesStub([
			{ path: '/list', Component: () => <FilterForm action="/list" label="List" taken={taken} filters={filters} /> },
		])
		const { page } = await renderElement(<Stub initialEntries={[`/list${search}`]} />)
		return [...page.querySelectorAll('li')].map(({ textContent: text }) => text)
	}
	expect(await read('?state=paid')).toEqual([])
	expect(await read('?state=paid&view=1')).toEqual([expect.stringMatching(/^Status: Paid/), 'Clear'])
	expect(await read('?view=1')).toEqual([])
})

test('filters of the URL that the list doesn’t have are named, and can be cleared', async () => {
	const read = async (search: string) => {
		const Stub = createRoutesStub([{ path: '/list', Component: Page }])
		const { page } = await renderElement(<Stub initialEntries={[`/list${search}`]} />)
		return [page.querySelector('[role="status"]')?.textContent, page.querySelector('li:last-child a')?.textContent]
	}
	expect(await read('?sort=-total&before=x')).toEqual([undefined, undefined])
	expect(await read('?notice=article-deleted&changed=x&did=delete&undo=1')).toEqual([undefined, undefined])
	expect(await read('?state=%20')).toEqual([undefined, undefined])
	expect(await read('?q=ana&state=paid&view=1')).toEqual([undefined, 'Clear'])
	expect(await read('?state=payed&status=paid&q=ana')).toEqual(['Unknown filters in this link: Status “payed”, status “paid”', 'Clear'])
})

test('a select filters at once and keeps the focus, text waits for the button, and Clear appears', async () => {
	const Stub = createRoutesStub([{ path: '/list', Component: Page }])
	const { page, run } = await renderElement(<Stub initialEntries={['/list?sort=-total']} />)
	const where = () => page.querySelector('#where')?.textContent
	const links = () => [...page.querySelectorAll('a')].map(({ textContent: text }) => text)
	const change = (name: string, value: string) =>
		run(() => {
			const field = page.querySelector<HTMLInputElement>(`[name="${name}"]`)!
			const type = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
			Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(field, value)
			field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
		})
	expect(links()).toEqual([])
	await run(() => page.querySelector<HTMLFormElement>('form')?.requestSubmit())
	expect(where()).toBe('?sort=-total')
	await change('q', 'ana')
	expect(where()).toBe('?sort=-total')
	await change('state', 'paid')
	await vi.waitFor(() => expect(where()).toBe('?sort=-total&q=ana&state=paid'))
	await vi.waitFor(() => expect([document.activeElement?.getAttribute('name'), links()]).toEqual(['state', ['×', 'Clear']]))
	// The menu stays open for another filter until it is applied.
	expect(page.querySelector('details')?.open).toBe(true)
	await run(() => page.querySelector<HTMLFormElement>('form')?.requestSubmit())
	expect(page.querySelector('details')?.open).toBe(false)
	await run(() => page.querySelector<HTMLElement>('[aria-label="Remove Status: Paid"]')?.click())
	await vi.waitFor(() => expect(where()).toBe('?sort=-total&q=ana'))
	await vi.waitFor(() => expect([document.activeElement?.textContent, page.querySelector('details')?.open]).toEqual(['Filters', false]))
})

test('on a phone, the filters wait for Apply, so that several can be chosen in the sheet', async () => {
	vi.stubGlobal('matchMedia', () => ({ matches: true }))
	const Stub = createRoutesStub([{ path: '/list', Component: Page }])
	const { page, run } = await renderElement(<Stub initialEntries={['/list']} />)
	await run(() => {
		const field = page.querySelector('select')!
		Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(field, 'paid')
		field.dispatchEvent(new Event('change', { bubbles: true }))
	})
	expect(page.querySelector('#where')?.textContent).toBe('')
	const apply = [...page.querySelectorAll('button')].find(({ textContent: label }) => label === 'Apply')
	await run(() => apply?.click())
	await vi.waitFor(() => expect(page.querySelector('#where')?.textContent).toBe('?state=paid'))
	vi.unstubAllGlobals()
})

test('if the page of a choice never loads, the filters of the next list start collapsed', async () => {
	const never = new Promise(() => {})
	const Slow = () => <FilterForm action="/slow" label="Slow" taken={{}} filters={[{ name: 'state', label: 'Paid' }]} />
	const First = createRoutesStub([
		{ path: '/', Component: Slow },
		{ path: '/slow', loader: () => never },
	])
	const slow = await renderElement(<First />)
	await slow.run(() => slow.page.querySelector<HTMLInputElement>('[name="state"]')?.click())
	await slow.leave()
	const Next = createRoutesStub([{ path: '/list', Component: Page }])
	const { page } = await renderElement(<Next initialEntries={['/list']} />)
	expect([page.querySelector('details')?.open, document.activeElement?.getAttribute('name')]).toEqual([false, null])
})

test('the text of an applied filter opens its field, and changing it keeps the other filters', async () => {
	const Stub = createRoutesStub([{ path: '/list', Component: Page }])
	const { page, run } = await renderElement(<Stub initialEntries={['/list?q=ana&state=paid&sort=-total&before=x']} />)
	const chip = page.querySelector<HTMLDetailsElement>('li details')!
	expect([chip.open, chip.querySelector('summary')?.textContent, chip.querySelector('select')?.value]).toEqual([
		false,
		'Status: Paid',
		'paid',
	])
	await run(() => {
		const field = chip.querySelector('select')!
		Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(field, '')
		field.dispatchEvent(new Event('change', { bubbles: true }))
	})
	await vi.waitFor(() => expect(page.querySelector('#where')?.textContent).toBe('?q=ana&sort=-total'))
	expect(page.querySelector('li details')).toBeNull()
})
