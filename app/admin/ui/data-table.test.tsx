import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { DataTable } from './data-table.tsx'

const table = (sort: string) => (
	<DataTable
		caption="Orders"
		rows={['one']}
		rowKey={(id) => id}
		sort={sort}
		columns={[
			{ head: 'When', sort: '-created', cell: (id) => id },
			{ head: 'Total', sort: '-total', cell: () => '$5.00' },
			{ head: 'Buyer', cell: () => 'Bo' },
		]}
	/>
)

test.each([
	{ sort: '-created', links: ['sort=created', 'sort=-total'], directions: ['descending', null, null] },
	{ sort: 'created', links: ['sort=-created', 'sort=-total'], directions: ['ascending', null, null] },
	{ sort: 'total', links: ['sort=-created', 'sort=-total'], directions: [null, 'ascending', null] },
])('sorted by $sort, the headings link to $links with the filters, from the first page on', async ({ sort, links, directions }) => {
	const Stub = createRoutesStub([{ path: '/admin/orders', Component: () => table(sort) }])
	const address = '/admin/orders?state=paid&before=2026-01-01~5&notice=order-reconciled&sort=x'
	const { page } = await renderElement(<Stub initialEntries={[address]} />)
	expect([...page.querySelectorAll('th a')].map((link) => link.getAttribute('href'))).toEqual(
		links.map((query) => `/admin/orders?state=paid&${query}`),
	)
	expect([...page.querySelectorAll('th')].map((head) => head.getAttribute('aria-sort'))).toEqual(directions)
})
