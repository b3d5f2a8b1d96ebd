import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

const csvHead = (text: string) => (text.split('\r\n')[0] ?? '').replace('\uFEFF', '').split(',')

/** Every list, and the columns its CSV keeps when all optional columns are hidden. */
const LISTS: readonly (readonly [list: string, kept: readonly string[]])[] = [
	['orders', ['order', 'order number']],
	['learners', ['learner', 'phone', 'name']],
	['invoices', ['number', 'kind']],
	['payouts', ['payout']],
	['tickets', ['ticket', 'subject', 'about']],
	['applications', ['name']],
	['feedback', ['module']],
	['early-access', ['email']],
	['subscribers', ['address', 'first name', 'asked', 'words', 'confirmed']],
	['newsletter', ['subject']],
	['messages', ['message', 'subject']],
	['sms', ['to', 'country']],
	['suppressions', ['since']],
	['actions', ['action', 'object', 'object id']],
]

test('every list has selectable columns, and its export leaves out the hidden ones', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const other = await openConsoleAs(wire, 'operator', 'second@academy.test')
	const wrong: string[] = []
	for (const [list, kept] of LISTS) {
		const { text } = await operator.get(`/admin/${list}?before=x`)
		const columns = /name="columns" value="([^"]+)"/.exec(text)?.[1] ?? ''
		const all = csvHead((await operator.post(`/admin/${list}.csv`, { code: operator.code() })).text)
		const chosen = await operator.post('/admin/lists/columns', { list, columns, rows: '25', form_page: `/admin/${list}?before=x` })
		if (chosen.to !== `/admin/${list}`) wrong.push(`${list} answers ${chosen.status} ${chosen.to}`)
		const left = csvHead((await operator.post(`/admin/${list}.csv`)).text)
		if (left.join() !== kept.join() || all.length <= left.length) wrong.push(`${list} keeps ${left.join()} of ${all.join()}`)
		const others = csvHead((await other.post(`/admin/${list}.csv`, { code: other.code() })).text)
		if (others.join() !== all.join()) wrong.push(`${list} is ${others.join()} for another person`)
	}
	expect(wrong).toEqual([])
})

async function addOrders({ deps }: Awaited<ReturnType<typeof startWire>>, count: number) {
	const order = { product_code: 'x', product_name: 'x', currency: 'usd', subtotal_cents: 100, total_cents: 100, provider: 'stripe' }
	const rest = { livemode: true, client_address: '', refund_policy_version: 'x', created_at: new Date(), updated_at: new Date() }
	const rows = Array.from({ length: count }, (_, n) => ({ ...order, ...rest, email: `${n}@list.test`, status: 'pending' as const }))
	await deps.db.insertInto('orders').values(rows).execute()
}

test('columns and page size are stored per person; invalid values are ignored or refused', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await addOrders(wire, 30)
	const shown = async () => rowsOf((await operator.get('/admin/orders')).text, 'Orders')
	expect([(await shown()).length, (await shown())[0]?.length]).toEqual([30, 7])
	const columns = 'when,email,product,coupon,state,total'
	await operator.post('/admin/lists/columns', { list: 'orders', columns, 'show-total': 'on', rows: '25', form_page: '/admin/orders' })
	expect([(await shown()).length, (await shown())[0]?.length]).toEqual([25, 2])
	const odd = { list: 'orders', columns: `order,"; drop table,${'x'.repeat(50)},total`, rows: '1000000' }
	const { to } = await operator.post('/admin/lists/columns', { ...odd, form_page: 'https://elsewhere.test/admin/orders' })
	expect(to).toBe('/admin')
	expect([(await shown()).length, (await shown())[0]?.length]).toEqual([30, 6])
	expect((await operator.post('/admin/lists/columns', { list: 'secrets' })).status).toBe(400)
})

test('a saved view keeps filters, sort and columns, is visible to others only if shared, and only its owner deletes it', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const support = await openConsoleAs(wire, 'support')
	await addOrders(wire, 3)
	await operator.post('/admin/lists/columns', { list: 'orders', columns: 'email,product', form_page: '/admin/orders' })
	const save = (name: string, more: Record<string, string> = {}) =>
		operator.post('/admin/lists/views', {
			list: 'orders',
			name,
			form_page: '/admin/orders?state=pending&sort=-total&notice=x&before=y',
			...more,
		})
	expect((await save('')).status).toBe(400)
	expect((await save('x'.repeat(61))).status).toBe(400)
	// Unreadable filters never become a view without filters.
	for (const page of ['/admin/orders?q=(a)', '/admin/learners?q=a']) expect((await save('Odd', { form_page: page })).status).toBe(400)
	const { to } = await save('Waiting')
	expect(to).toMatch(/^\/admin\/orders\?state=pending&sort=-total&view=[\w-]{36}&notice=view-saved$/)
	await save('For all', { shared: 'on' })
	await operator.post('/admin/lists/columns', { list: 'orders', columns: '', form_page: '/admin/orders' })
	const own = (await operator.get(to)).text
	expect(own).toMatch(/<a aria-current="page"[^>]*>Waiting</)
	expect(rowsOf(own, 'Orders')[0]).toHaveLength(5)
	const everything = (await operator.get('/admin/orders?sort=total')).text
	expect(rowsOf(everything, 'Orders')[0]).toHaveLength(7)
	expect(everything).toMatch(/<a aria-current="page"[^>]*>Purchases</)
	expect((await operator.get('/admin/orders?state=pending')).text).not.toMatch(/<a aria-current="page"[^>]*>(?:Purchases|Waiting)</)

	const seen = (await support.get('/admin/orders')).text
	expect(seen).toContain('For all (shared)')
	expect(seen).not.toContain('Waiting')
	const [waiting, shared] = await wire.deps.db.selectFrom('saved_views').select('id').orderBy('is_shared').execute()
	// A URL with someone else's view is ignored.
	expect(rowsOf((await support.get(`/admin/orders?view=${waiting?.id ?? ''}`)).text, 'Orders')[0]).toHaveLength(7)
	for (const { id } of [waiting, shared].flatMap((view) => view ?? []))
		expect((await support.post(`/admin/lists/views/${id}/delete`)).status).toBe(404)
	expect((await operator.post(`/admin/lists/views/${shared?.id ?? ''}/delete`)).to).toBe('/admin/orders?notice=view-deleted')
	expect((await operator.post('/admin/lists/views/none/delete')).status).toBe(404)
	for (const view of ['%00', "'", '018f0000-0000-7000-8000-000000000000', 'x'.repeat(5000)])
		expect((await operator.get(`/admin/orders?view=${view}`)).status).toBe(200)
})

test('a view keeps the columns shown when it is saved: those hidden at first, and those of the view it was saved from', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const headings = async (path: string) =>
		[...(await operator.get(path)).text.matchAll(/<th[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(([, head]) => head)
	const save = async (name: string, page: string) =>
		(await operator.post('/admin/lists/views', { list: 'learners', name, form_page: page })).to.replace('&notice=view-saved', '')
	const first = await headings('/admin/learners?access=none')
	expect(first).not.toContain('Last signed in')
	const none = await save('None', '/admin/learners?access=none')
	expect(await headings(none)).toEqual(first)
	await operator.post('/admin/lists/columns', { list: 'learners', columns: 'access', form_page: '/admin/learners' })
	expect(await headings(await save('Copy', none))).toEqual(first)
})

test('one row of tabs sets a filter, keeps the others and the sort, and ends with the saved views', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const { to } = await operator.post('/admin/lists/views', {
		list: 'learners',
		name: 'Mine',
		form_page: '/admin/learners?progress=stalled',
	})
	const tabs = async (path: string) => {
		const nav = /<nav aria-label="Views">.*?<\/nav>/s.exec((await operator.get(path)).text)?.[0] ?? ''
		return [...nav.matchAll(/<a (aria-current="page" )?class="[^"]*" href="([^"]+)"[^>]*>([^<]+)/g)].map(([, is, href = '', name = '']) => [
			is ? `[${name}]` : name,
			href.replaceAll('&amp;', '&'),
		])
	}
	expect(await tabs('/admin/learners')).toEqual([
		['[All]', '/admin/learners'],
		['Not started', '/admin/learners?progress=none'],
		['Stalled', '/admin/learners?progress=stalled'],
		['Has a certificate', '/admin/learners?progress=done'],
		['Mine', to.replace('&notice=view-saved', '')],
	])
	const names = async (path: string) => (await tabs(path)).map(([name]) => name)
	expect(await names('/admin/learners?progress=stalled')).toEqual(['All', 'Not started', '[Stalled]', 'Has a certificate', 'Mine'])
	expect(await names('/admin/learners?progress=active')).toEqual(['All', 'Not started', 'Stalled', 'Has a certificate', 'Mine'])
	expect(await names(to)).toEqual(['All', 'Not started', 'Stalled', 'Has a certificate', '[Mine]'])
	// A tab leaves a saved view with all its filters, and otherwise keeps the other filters and the sort.
	const all = async (path: string) => (await tabs(path))[0]?.[1]
	expect(await all(to)).toBe('/admin/learners')
	expect(await all('/admin/learners?progress=stalled&access=open&sort=email&before=x')).toBe('/admin/learners?access=open&sort=email')
	expect(await tabs('/admin/tickets?state=closed&category=terms')).toEqual([
		['Open', '/admin/tickets?category=terms'],
		['Answered', '/admin/tickets?category=terms&state=answered'],
		['[Closed]', '/admin/tickets?category=terms&state=closed'],
	])
	expect((await names('/admin/orders?state=refunded')).slice(0, 5)).toEqual([
		'Purchases',
		'Paid',
		'Pending',
		'Partially refunded',
		'[Refunded]',
	])
	expect(await names('/admin/coupons?state=used+up')).toEqual(['All', 'Active', 'Scheduled', '[Used up]', 'Expired', 'Ended'])
})

test('columns keep a person’s order in the table, in a saved view and in the CSV; without JavaScript, an arrow moves one and saves', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await addOrders(wire, 1)
	const read = async (path = '/admin/orders') => {
		const { text } = await operator.get(path)
		const [, ...headings] = [...text.matchAll(/<th[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(([, head]) => head)
		return { headings: headings.join(), order: /name="order" value="([^"]+)"/.exec(text)?.[1] }
	}
	const choose = (fields: Record<string, string>) =>
		operator.post('/admin/lists/columns', { list: 'orders', columns: '', form_page: '/admin/orders', ...fields })
	const readCsv = async () => csvHead((await operator.post('/admin/orders.csv', { code: operator.code() })).text)
	expect(await read()).toEqual({
		headings: 'When,Order,Buyer,Product,Coupon,Status,Total',
		order: 'when,order,email,product,coupon,state,total',
	})
	const usual = await readCsv()
	await choose({ order: 'total,when,order,email,coupon,product,state' })
	expect((await read()).headings).toBe('Total,When,Order,Buyer,Coupon,Product,Status')
	expect([usual.indexOf('total') > 0, (await readCsv()).indexOf('total')]).toEqual([true, 0])
	await choose({ order: 'total,when,order,email,coupon,product,state', down: 'total' })
	await choose({ order: 'when,total,order,email,coupon,product,state', up: 'state' })
	const moved = await read()
	expect(moved.headings).toBe('When,Total,Order,Buyer,Coupon,Status,Product')
	const { to } = await operator.post('/admin/lists/views', { list: 'orders', name: 'Mine', form_page: '/admin/orders' })
	await choose({ order: '' })
	expect((await read()).headings).toBe('When,Order,Buyer,Product,Coupon,Status,Total')
	expect(await read(to)).toEqual(moved)
})
