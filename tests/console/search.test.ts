import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { orderNumber } from '#domain/orders/order-number.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

test('the search finds people, orders, tickets and mails, and opens a single result', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { learner, orderId, sessionId } = await buyAsLearner(wire.deps)
	const { id: ticket } = await db
		.insertInto('support_tickets')
		.values({ name: 'Zoë Quill', email: 'zoe@example.org', subject: 'Where is my receipt?', message: 'Hello', due_at: wire.clock.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	await db.updateTable('outbox_messages').set({ provider_id: '<abc@mail.test>' }).where('template', '=', 'order.receipt').execute()
	const support = await openConsoleAs(wire, 'support')
	const find = (q: string) => support.get(`/admin/search?q=${encodeURIComponent(q)}`)
	expect(await find(sessionId)).toMatchObject({ status: 303, to: `/admin/orders/${orderId}` })
	expect((await find(learner.userId)).to).toBe(`/admin/learners/${learner.userId}`)
	const { text } = await find(learner.email)
	for (const part of ['<h2>Learners</h2>', '<h2>Orders</h2>', '<h2>Emails sent</h2>', 'Your receipt for']) expect(text).toContain(part)
	for (const q of ['zoë', 'quill', 'zoe@ex', ticket, `#${ticket.slice(-8).toUpperCase()}`])
		expect((await find(q)).text).toContain(`/admin/tickets/${ticket}`)
	expect((await find('<abc@mail.test>')).text).toContain('Your receipt for')
	for (const q of ['', '%', '_', "' or 1=1 --", '👩🏽‍🎓', '<script>alert(1)</script>', 'x'.repeat(10_000), '\0\0']) {
		const answer = await find(q)
		expect([answer.status, answer.text.includes('<script>alert')]).toEqual([200, false])
	}
})

test('applicants, coupon codes and subscribers are found by search; support gets no operator-only results', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { id: application } = await db
		.insertInto('job_applications')
		.values({ name: 'Ada Quill', email: 'ada@jobs.test', position: 'General', message: 'Hello' })
		.returning('id')
		.executeTakeFirstOrThrow()
	const { id: subscriber } = await db
		.insertInto('newsletter_subscriptions')
		.values({ email: 'reader@list.test', source: 'blog', requested_at: wire.clock.now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	await db
		.insertInto('discount_codes')
		.values({ code: 'SPRING24', percent: 10, offer_codes: ['lifetime'] })
		.execute()
	const operator = await openConsoleAs(wire, 'operator')
	const support = await openConsoleAs(wire, 'support')
	const found = [
		['ada', `/admin/applications/${application}`, false],
		['quill', `/admin/applications/${application}`, false],
		['ada@jobs', `/admin/applications/${application}`, false],
		['spring', '/admin/coupons/SPRING24', false],
		['READER@', `/admin/subscribers/${subscriber}`, true],
	] as const
	for (const [q, page, isForSupport] of found)
		for (const search of ['/admin/search', '/admin/find']) {
			const path = `${search}?q=${encodeURIComponent(q)}`
			expect([q, search, (await operator.get(path)).text.includes(page)]).toEqual([q, search, true])
			expect([q, search, (await support.get(path)).text.includes(page)]).toEqual([q, search, isForSupport])
		}
})

test('an order is found by part of its number or ID, email and name, in every search', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { learner, orderId, sessionId } = await buyAsLearner(wire.deps)
	await sql`update auth.users set raw_user_meta_data = '{"name": "Zoë Quill"}' where id = ${learner.userId}::uuid`.execute(db)
	const other = await buyAsLearner(wire.deps)
	await sql`insert into invoices (kind, number, series, year, sequence, order_id, currency, net_cents, tax_cents, gross_cents, tax_kind, tax_rate,
			item, seller, buyer, livemode, issued_at, supplied_at)
		values ('invoice', 'I-1', 'I', 2026, 1, ${orderId}, 'usd', 100, 0, 100, 'exempt', 0, 'x',
			'{"name":"A","address":{"line1":"1 Main St","city":"X","country":"US"}}', '{"name":"Noor van Dale"}', true, now(), now())`.execute(db)
	const number = orderNumber(orderId)
	const support = await openConsoleAs(wire, 'support')
	const parts = [
		number,
		`#${number.toLowerCase()}`,
		number.slice(0, 6),
		number.slice(-4),
		orderId.slice(0, 18),
		orderId.slice(-12),
		sessionId,
		`${sessionId.slice(0, 16)}…`,
		sessionId.replace(/^cs_(test|live)_/, '').slice(0, 6),
		sessionId.slice(-6),
		learner.email.toUpperCase(),
		'zoë',
		'quill',
		'noor van',
		'dale',
		'i-1',
	]
	for (const q of parts)
		for (const page of ['/admin/find', '/admin/orders', '/admin/search']) {
			const { text, to } = await support.get(`${page}?q=${encodeURIComponent(q)}`)
			expect([q, page, `${text}${to}`.includes(`/admin/orders/${orderId}`)]).toEqual([q, page, true])
		}
	for (const q of [number, sessionId.slice(-6), 'quill'])
		expect((await support.get(`/admin/orders?q=${q}`)).text).not.toContain(`/admin/orders/${other.orderId}`)
})

test('a buyer without a name is found by the last word of their address, even if another address starts with it', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { learner, orderId } = await buyAsLearner(wire.deps)
	await sql`update auth.users set email = 'bert.huber+shop@mail.test' where id = ${learner.userId}::uuid`.execute(db)
	await sql`update orders set email = 'bert.huber+shop@mail.test' where id = ${orderId}::uuid`.execute(db)
	await sql`insert into auth.users (email) values ('huberta@mail.test')`.execute(db)
	const support = await openConsoleAs(wire, 'support')
	for (const page of ['/admin/find', '/admin/search', '/admin/learners']) {
		const { text } = await support.get(`${page}?q=Huber`)
		expect([page, text.includes('bert.huber+shop@mail.test'), text.includes('huberta@mail.test')]).toEqual([page, true, true])
	}
	expect((await support.get('/admin/orders?q=huber')).text).toContain(`/admin/orders/${orderId}`)
	expect((await support.get('/admin/learners?q=shop')).text).not.toContain('bert.huber')
})

test('people and their orders are found by the number and domain of their address, and by each word of their name', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { learner, orderId } = await buyAsLearner(wire.deps)
	const name = { name: 'Ana Maria Lopez Garcia' }
	await sql`update auth.users set email = 'learner400@mail.example', raw_user_meta_data = ${JSON.stringify(name)}::jsonb
		where id = ${learner.userId}::uuid`.execute(db)
	await sql`update orders set email = 'learner400@mail.example' where id = ${orderId}::uuid`.execute(db)
	const support = await openConsoleAs(wire, 'support')
	for (const typed of ['400', 'mail.example', '@mail.example', 'MAIL', 'maria', 'Maria Lopez', 'garcia'])
		for (const page of ['/admin/find', '/admin/learners', '/admin/orders']) {
			const { text } = await support.get(`${page}?q=${encodeURIComponent(typed)}`)
			expect([typed, page, text.includes(page === '/admin/orders' ? orderId : learner.userId)]).toEqual([typed, page, true])
		}
	for (const typed of ['example', 'ria', '@400']) {
		const { text } = await support.get(`/admin/learners?q=${encodeURIComponent(typed)}`)
		expect([typed, text.includes(learner.userId)]).toEqual([typed, typed === '@400'])
	}
})

test('lessons, articles and pages are found by title, own text and draft, by operators only', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post('/admin/content/new/lesson', {
		title: 'Center the clay',
		module: '1',
		duration: '30 minutes',
		summary: 'How to center clay.',
	})
	const lesson = encodeURIComponent('course/module-1/lessons/center-the-clay.md')
	for (const page of ['/admin/find', '/admin/search'])
		for (const [q, path] of [
			['CLAY', lesson],
			['affiliate', encodeURIComponent('articles/affiliate-marketing-honest-start.md')],
		] as const)
			expect([page, q, (await operator.get(`${page}?q=${q}`)).text.includes(path)]).toEqual([page, q, true])
	expect((await operator.get('/admin/content?q=write the lesson here')).text).toContain(lesson)
	const support = await openConsoleAs(wire, 'support')
	for (const page of ['/admin/find', '/admin/search']) expect((await support.get(`${page}?q=clay`)).text).not.toContain(lesson)
})

test('older orders are found among many others by status and partial ID', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const support = await openConsoleAs(wire, 'support')
	await sql`insert into orders (id, email, product_code, product_name, currency, subtotal_cents, total_cents, provider, livemode, client_address, status,
			discount_code, refund_policy_version, created_at, updated_at)
		select (case when n = 1 then '00000000-0000-7000-8000-000000000001' else '00000000-0000-7000-8000-00' || lpad(to_hex(n), 2, '0') || 'fade0000' end)::uuid,
			'zoe' || lpad((100 - n)::text, 3, '0') || '@list.test', 'x', 'x', 'usd', 100, 100, 'stripe', true, '', case when n = 1 then 'refunded' else 'paid' end,
			case when n = 1 then 'FADE' end, 'x', timestamptz '2026-01-01' + n * interval '1 h', now() from generate_series(1, 45) n`.execute(db)
	await sql`insert into checkout_sessions (provider_session_id, order_id, attempt, url, state, payment_status, expires_at, as_of)
		select 'cs_test_zoe' || n, id, 1, 'https://pay.test', 'complete', 'paid', now(), now()
		from (select id, row_number() over (order by created_at desc) as n from orders) as newest`.execute(db)
	await sql`insert into auth.users (id, email, raw_user_meta_data)
		select gen_random_uuid(), email, '{"name": "Quill"}' from orders order by created_at desc`.execute(db)
	const find = async (query: string) => (await support.get(`/admin/orders?${query}`)).text
	for (const q of ['zoe', 'quill', 'cs_test_zoe', '0000'])
		expect([q, (await find(`state=refunded&q=${q}`)).includes('/admin/orders/00000000-0000-7000-8000-000000000001')]).toEqual([q, true])
	const found = [...(await find('q=fade')).matchAll(/href="\/admin\/orders\/([0-9a-f-]{36})"/g)].map(([, id]) => id)
	expect(found[0]).toBe('00000000-0000-7000-8000-000000000001')
	expect(found).toHaveLength(20)
})

test('no search scans a large table', async () => {
	const wire = await startWire()
	const plans = await wire.deps.db.connection().execute(async (one) => {
		// The tables are empty, so forbid what an index makes unnecessary: any scan or sort left in the plan has no index.
		await sql`set enable_seqscan = off; set enable_sort = off`.execute(one)
		const plan = async (statement: string) => {
			const { rows } = await sql<Record<string, string>>`${sql.raw(`explain ${statement}`)}`.execute(one)
			return rows.map((row) => Object.values(row).join('')).join('\n')
		}
		const begins = (table: string, column: string) =>
			plan(`select 1 from ${table} where ${column} ~>=~ 'an' and ${column} ~<~ 'ao' order by ${column} using ~<~ limit 20`)
		const name = "raw_user_meta_data ->> 'name'"
		return [
			await begins('auth.users', 'email'),
			await begins('auth.users', 'phone'),
			await begins('auth.users', `left(lower(${name}), 80)`),
			await begins('auth.users', `left(lower(regexp_replace(${name}, '^.*\\s', '')), 80)`),
			await begins('auth.users', "regexp_replace(split_part(split_part(email, '@', 1), '+', 1), '^.*[._-]', '')"),
			await begins('orders', 'email'),
			await begins('support_tickets', 'email'),
			await begins('newsletter_subscriptions', 'email'),
			await begins('support_tickets', 'left(lower(name), 80)'),
			await begins('support_tickets', "left(lower(regexp_replace(name, '^.*\\s', '')), 80)"),
			await begins('job_applications', 'email'),
			await begins('job_applications', 'left(lower(name), 80)'),
			await begins('job_applications', "left(lower(regexp_replace(name, '^.*\\s', '')), 80)"),
			await plan("select id from auth.users where right(id::text, 8) = 'abcdef01'"),
			await begins('orders', 'right(id::text, 8)'),
			await begins('orders', 'reverse(id::text)'),
			await plan("select order_id from checkout_sessions where provider_session_id ~>=~ 'an' and provider_session_id ~<~ 'ao'"),
			await plan("select 1 from checkout_sessions where reverse(provider_session_id) ~>=~ 'an' and reverse(provider_session_id) ~<~ 'ao'"),
			await plan("select order_id from invoices where number in ('I-1', 'i-1')"),
			await begins('invoices', "left(lower(buyer ->> 'name'), 80)"),
			await begins('invoices', "left(lower(regexp_replace(buyer ->> 'name', '^.*\\s', '')), 80)"),
			await plan("select id from support_tickets where right(id::text, 8) = 'abcdef01'"),
			await plan("select id from outbox_messages where provider_id = 'x'"),
		]
	})
	expect(plans.filter((plan) => plan.includes('Seq Scan') || !/Index (Only )?Scan|Bitmap Index/.test(plan))).toEqual([])
	expect(plans.filter((plan) => plan.includes('Sort'))).toEqual([])
})

test('the command palette gets up to five people, orders and tickets each as JSON', async () => {
	const wire = await startWire()
	const { learner, orderId } = await buyAsLearner(wire.deps)
	for (let each = 0; each < 6; each += 1)
		await wire.deps.db
			.insertInto('support_tickets')
			.values({ name: 'x', email: learner.email, subject: `Ticket ${each}`, message: 'x', due_at: wire.clock.now() })
			.execute()
	const support = await openConsoleAs(wire, 'support')
	const find = async (q: string) =>
		JSON.parse((await support.get(`/admin/find?q=${encodeURIComponent(q)}`)).text) as { kind: string; href: string; title: string }[]
	const found = await find(learner.email)
	expect(found.map(({ kind }) => kind)).toEqual(['learner', 'order', ...Array.from({ length: 5 }, () => 'ticket')])
	expect(found[0]).toMatchObject({ href: `/admin/learners/${learner.userId}`, title: 'Ana Test', note: learner.email })
	expect(found[1]?.href).toBe(`/admin/orders/${orderId}`)
	for (const q of ['', '%', "' or 1=1 --", '\0\0', 'x'.repeat(10_000)]) expect(await find(q)).toEqual([])
})

test('the command palette lists the address with exactly the typed name before longer ones', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const addresses = ['', ...Array.from({ length: 6 }, (_, index) => index)].map((end) => `pupil5${end}@list.test`)
	for (const email of addresses) {
		await db.insertInto('auth.users').values({ email }).execute()
		await db.insertInto('newsletter_subscriptions').values({ email, source: 'blog', requested_at: wire.clock.now() }).execute()
	}
	const support = await openConsoleAs(wire, 'support')
	const found = JSON.parse((await support.get('/admin/find?q=pupil5')).text) as { kind: string; title: string }[]
	const first = ['learner', 'subscriber'].map((kind) => found.find((each) => each.kind === kind)?.title)
	expect(first).toEqual(['pupil5@list.test', 'pupil5@list.test'])
})

test('the inbox finds tickets of every state by address, name and reference', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const operator = await openConsoleAs(wire, 'operator')
	const sent = { name: 'Ana', email: 'ana@example.test', message: 'Hello', due_at: wire.clock.now() }
	const rows = await wire.deps.db
		.insertInto('support_tickets')
		.values([
			{ ...sent, subject: 'A new question' },
			{ ...sent, subject: 'An old question', status: 'closed' },
		])
		.returning('id')
		.execute()
	const found = async (q: string) => {
		const { text } = await support.get(`/admin/tickets?q=${encodeURIComponent(q)}`)
		return rows.map(({ id }) => text.includes(`href="/admin/tickets/${id}"`))
	}
	expect(await found('ANA@exa')).toEqual([true, true])
	expect(await found('an')).toEqual([true, true])
	expect(await found(rows[1]?.id.slice(-8) ?? '')).toEqual([false, true])
	expect(await found('nobody')).toEqual([false, false])
	expect((await operator.post('/admin/tickets.csv', { q: 'an' })).text).toContain('An old question')
})
