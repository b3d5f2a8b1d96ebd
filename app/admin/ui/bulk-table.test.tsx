import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { BulkTable } from './bulk-table.tsx'

const Tickets = () => (
	<BulkTable
		list="tickets"
		bulk={[['close-tickets', 'Close']]}
		caption="Tickets"
		rows={['one', 'two', 'three']}
		rowKey={(id) => id}
		nameRow={(id) => `ticket ${id}`}
		empty="None."
		columns={[{ head: 'Ticket', cell: (id) => id }]}
	/>
)

function makePage(answer = Promise.resolve<object>({})) {
	const shared = { formToken: 't', isProven: true, failure: null }
	const children = [
		{ index: true, Component: Tickets },
		{ path: 'admin/bulk', action: () => answer },
	]
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, children }])
	return <Stub hydrationData={{ loaderData: { root: shared } }} />
}

test('without script each row has a checkbox, and the actions follow the table', () => {
	const page = renderToString(makePage())
	expect(page.match(/type="checkbox"/g)).toHaveLength(4)
	expect(page).toContain('Bulk action')
	expect(page).not.toContain('Clear selection')
})

test('with script the bar counts selected rows, selects the page or nothing, and shows that a preview is loading', async () => {
	let settle = (_: object) => {}
	const { page, run } = await renderElement(makePage(new Promise<object>((resolve) => (settle = resolve))))
	const box = (name: string) => page.querySelector<HTMLInputElement>(`[aria-label="${name}"], [name="${name}"]`)
	const click = (name: string) => run(() => box(name)?.click())
	const press = (words: string) => run(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click())
	const words = () => page.querySelector('.bulk-bar [role=status]')?.textContent
	const all = 'Select all on this page'
	await click('Select ticket two')
	expect([words(), box(all)?.checked, box(all)?.indeterminate]).toEqual(['1 selected', false, true])
	await click(all)
	expect([words(), box('row-one')?.checked, box(all)?.checked, box(all)?.indeterminate]).toEqual(['3 selected', true, true, false])
	await press('Clear selection')
	expect([words(), box('row-one')?.checked, box(all)?.checked]).toEqual(['0 selected', false, false])
	await click(all)
	await click('all')
	expect(words()).toBe('All that match are selected')
	await press('Preview')
	expect(words()).toContain('Nothing is changed yet.')
	await run(() => settle({}))
	await expect.poll(words).not.toContain('Nothing is changed yet.')
})
