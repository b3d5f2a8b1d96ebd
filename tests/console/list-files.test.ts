import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

const addOrders = async ({ deps }: Wire, count: number) =>
	await sql`insert into orders (email, product_code, product_name, currency, subtotal_cents, total_cents, provider, livemode, client_address,
			status, refund_policy_version, created_at, updated_at)
		select '=' || n || '@list.test', 'x', 'x', 'usd', 100 + n % 7, 100 + n % 7, 'stripe', true, '', case when n % 2 = 0 then 'paid' else 'pending' end,
			'x', timestamptz '2026-01-01' + n / 3 * interval '7 microseconds', now()
		from generate_series(1, ${count}::int) n`.execute(deps.db)

const linesOf = (text: string) => text.trimEnd().split('\r\n').slice(1)

test('an export has all pages in the shown order, escapes formulas, and is logged', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	await addOrders(wire, 4100)
	const operator = await openConsoleAs(wire, 'operator')
	const { text } = await operator.get('/admin/orders?state=paid&sort=-total')
	expect(text).toContain('<input type="hidden" name="sort" value="-total"/>')
	const shown = rowsOf(text, 'Orders').map((cells) => cells[2])
	const file = await operator.post('/admin/orders.csv', { state: 'paid', sort: '-total', before: 'x', code: operator.code() })
	expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
	expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
	const addresses = linesOf(file.text).map((line) => line.split(',')[2])
	const { rows } = await sql<{ email: string }>`select email from orders where status = 'paid' order by total_cents desc, id desc`.execute(
		db,
	)
	expect(addresses).toEqual(rows.map(({ email }) => `'${email}`))
	expect(addresses.slice(0, 50)).toEqual(shown.map((email) => `'${email ?? ''}`))

	await sql`update orders set subtotal_cents = 4700, discount_cents = 940, total_cents = 3760, discount_code = 'SPRING', status = 'refunded'
		where email = '=1@list.test'`.execute(db)
	const [head = '', ...refunded] = (await operator.post('/admin/orders.csv', { state: 'refunded' })).text.trim().split('\r\n')
	expect(head).toContain('state,mode,total,currency,discount,refunded,code,order number')
	expect(refunded.map((line) => line.split(',').slice(3, 9))).toEqual([['refunded', 'live', '37.6', 'USD', '9.4', '37.6']])

	const found = await operator.post('/admin/orders.csv', { q: '=41', state: 'paid' })
	expect(linesOf(found.text).length).toBe(rowsOf((await operator.get('/admin/orders?q=%3D41&state=paid')).text, 'Orders').length)
	const log = await db
		.selectFrom('operator_actions')
		.select(['object_id', 'after'])
		.where('action', '=', 'orders_exported')
		.orderBy('id')
		.execute()
	expect(log).toEqual([
		{ object_id: 'all', after: { state: 'paid', from: '', to: '', search: false, sort: '-total' } },
		{ object_id: 'all', after: { state: 'refunded', from: '', to: '', search: false, sort: '-created' } },
		{ object_id: 'all', after: { state: 'paid', from: '', to: '', search: true, sort: 'as found' } },
	])
})

test('a refused export opens its menu again, with the error at the code field', async () => {
	const wire = await startWire()
	await addOrders(wire, 1)
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post('/admin/orders.csv', { code: operator.code() })
	wire.clock.advance(11 * 60_000)
	const page = { form_id: '-admin-orders-csv', form_page: '/admin/orders' }
	for (const code of ['', '000000']) {
		const { status, text } = await operator.post('/admin/orders.csv', { ...page, code })
		expect(status).toBe(422)
		expect(text).toMatch(/<details class="list-more[^>]* open=""/)
		expect(text).toMatch(/<details name="menu"[^>]* open=""><summary[^>]*>Export</)
		expect(text).toMatch(/name="code"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="code"/)
	}
	expect((await operator.get('/admin/orders')).text).not.toContain('open=""')
})

test.each([
	['learners', 'learner,email,phone,name,account since,last activity,access,access ends,tags,finished lessons'],
	['tickets', 'ticket,subject,about,name,email,answer due,answered,assigned to,received'],
	['messages', 'when,message,to,subject,template,state'],
	['subscribers', 'address,first name,state,newsletters,asked,where,words,confirmed,ended,ended by,added'],
])('%s: an export contains the rows of the page with the columns shown, for operators only', async (list, columns) => {
	const wire = await startWire()
	const { db } = wire.deps
	const support = await openConsoleAs(wire, 'support')
	const operator = await openConsoleAs(wire, 'operator')
	await sql`insert into support_tickets (name, email, subject, message, category, status, due_at)
		values ('x', 'ana@list.test', 's', 'm', 'terms', 'open', now()), ('x', 'bo@list.test', 's', 'm', 'general', 'open', now())`.execute(db)
	await sql`insert into newsletter_subscriptions (email, source, status, requested_at) values
		('ana@list.test', 'blog', 'pending', now()), ('bo@list.test', 'blog', 'confirmed', now())`.execute(db)
	await sql`insert into outbox_messages (channel, to_address, template, subject, body, status) values
		('email', 'ana@list.test', 't', 's', '', 'sent'), ('email', 'bo@list.test', 'u', 's', '', 'sent')`.execute(db)
	await sql`insert into auth.users (id, email, created_at, updated_at) values
		(gen_random_uuid(), 'ana@list.test', now(), now()), (gen_random_uuid(), 'bo@list.test', now(), now())`.execute(db)
	const filters = {
		tickets: { category: 'terms' },
		messages: { template: 't' },
		subscribers: { state: 'pending' },
		learners: { q: 'ana' },
	}
	const filter: Record<string, string> = filters[list as keyof typeof filters]
	expect((await support.get(`/admin/${list}`)).text).not.toContain('Download CSV')
	expect((await operator.get(`/admin/${list}`)).text).toContain('Download CSV')
	expect((await support.post(`/admin/${list}.csv`, filter)).status).toBe(403)
	const all = await operator.post(`/admin/${list}.csv`, { code: operator.code() })
	expect(all.text).toContain('ana@list.test')
	expect(all.text).toContain('bo@list.test')
	expect(all.text.replace('\uFEFF', '').split('\r\n', 1)).toEqual([columns])
	const some = await operator.post(`/admin/${list}.csv`, filter)
	expect(linesOf(some.text)).toHaveLength(1)
	expect(some.text).toContain('ana@list.test')
})
