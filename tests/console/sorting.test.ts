import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { listApplications, readApplicationsRequest } from '#server/console/inbox/applications.ts'
import { listFeedback, listRequests, readLeadsRequest } from '#server/console/inbox/read-leads.ts'
import { listTickets, readTicketsRequest } from '#server/console/inbox/read-tickets.ts'
import { listInvoices, readInvoicesRequest } from '#server/console/invoices/invoices.ts'
import { LEARNER_SORTS, listLearners } from '#server/console/learners/list-learners.ts'
import { listMails, listSms, readMailsRequest, readSmsRequest } from '#server/console/messages/read-messages.ts'
import { listIssues, readIssuesRequest } from '#server/console/newsletter/read-issues.ts'
import { ordersQuery, ORDER_SORTS } from '#server/console/orders/find-orders.ts'
import { sumsQuery } from '#server/console/orders/sum-orders.ts'
import { listActivityLog, readActionsRequest } from '#server/console/record/read-actions.ts'
import { readListRequest } from '#server/console/shell/lists.ts'
import { systemContext } from '#server/services/context.ts'
import { isLong } from '#tests/setup/long-tests.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

/** Rows with ties, sub-millisecond times, and nulls in nullable columns. */
const FILL = {
	orders: `insert into orders (email, product_code, product_name, currency, subtotal_cents, total_cents, provider, livemode, client_address,
			status, refund_policy_version, created_at, updated_at)
		select n || '@list.test', case when n % 5 = 0 then 'y' else 'x' end, 'x', 'usd', 100 + n % 7, 100 + n % 7, 'stripe', true, '',
			case when n % 2 = 0 then 'paid' else 'pending' end, 'x',
			timestamptz '2026-01-01' + n / 3 * interval '7 microseconds', now()`,
	learners: `insert into auth.users (id, email, phone, created_at, updated_at, finished_lessons, last_active_at, last_sign_in_at)
		select gen_random_uuid(), case when n % 5 > 0 then n || 'p@list.test' end, case when n % 5 = 0 then 15555550000 + n end,
			timestamptz '2026-01-01' + n / 3 * interval '7 microseconds', now(), nullif(n % 5, 3),
			case when n % 4 > 0 then timestamptz '2026-02-01' + n / 5 * interval '1 h' end, case when n % 3 > 0 then timestamptz '2026-02-01' + n / 4 * interval '1 h' end`,
	subscribers: `insert into newsletter_subscriptions (email, source, status, requested_at, created_at)
		select n || '@list.test', 'blog', case when n % 2 = 0 then 'confirmed' else 'pending' end, now(),
			timestamptz '2026-01-01' + n / 3 * interval '7 microseconds'`,
	tickets: `insert into support_tickets (name, email, subject, message, category, status, due_at, created_at)
		select 'x', n || '@list.test', 'x', 'x', case when n % 2 = 0 then 'terms' else 'general' end, case when n % 7 = 0 then 'closed' else 'open' end,
			timestamptz '2026-01-01' + n % 9 * interval '1 h', timestamptz '2026-01-01' + n / 3 * interval '7 microseconds'`,
	messages: `insert into outbox_messages (channel, to_address, template, subject, body, status, created_at)
		select 'email', n || '@list.test', 't' || n % 40, 'x', '', case when n % 2 = 0 then 'sent' else 'failed' end,
			timestamptz '2026-01-01' + n / 3 * interval '7 microseconds'`,
	applications: `insert into job_applications (name, email, message, created_at)
		select 'x', n || '@list.test', 'x', timestamptz '2026-01-01' + n / 3 * interval '7 microseconds'`,
	requests: `insert into early_access_requests (email, module_id, created_at)
		select n || '@list.test', 8, timestamptz '2026-01-01' + n / 3 * interval '7 microseconds'`,
	newsletter: `insert into newsletter_issues (subject, body, created_at, changed_at)
		select 'x', 'x', timestamptz '2026-01-01' + n / 3 * interval '7 microseconds', now()`,
	feedback: `insert into module_feedback (module_id, is_helpful, created_at) select 1, true, timestamptz '2026-01-01' + n / 3 * interval '7 microseconds'`,
	sms: `insert into sms_messages (user_id, kind, to_phone, country, status, created_at)
		select (select id from auth.users limit 1), 'phone_verification', '+15555550100', 'US', 'sent', timestamptz '2026-01-01' + n / 3 * interval '7 microseconds'`,
	actions: `insert into operator_actions (role, actor_id, action, object_kind, object_id, created_at)
		select 'operator', md5((n % 3)::text)::uuid, 'x' || chr(97 + n % 4), 'order', 'x', timestamptz '2026-01-01' + n / 3 * interval '7 microseconds'`,
	invoices: `insert into invoices (kind, number, series, year, sequence, order_id, currency, net_cents, tax_cents, gross_cents, tax_kind, tax_rate,
			item, seller, buyer, livemode, issued_at, supplied_at)
		select 'invoice', 'I-' || n, 'I', 2026, n, gen_random_uuid(), 'usd', 100 + n % 7, 0, 100 + n % 7, 'exempt', 0, 'x',
			'{"name":"A","address":{"line1":"1 Main St","city":"X","country":"US"}}', '{"email":"a@list.test"}', true,
			timestamptz '2026-01-01' + n / 3 * interval '7 microseconds', now()`,
} as const

const fill = async ({ deps }: Wire, list: keyof typeof FILL, count: number) =>
	await sql.raw(`${FILL[list]} from generate_series(1, ${count}) n`).execute(deps.db)

/** A user with entries in the log. */
const PERSON = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b'

const learnersBy = (order: string, filter = '') =>
	`select coalesce(email, phone) as email from auth.users where raw_app_meta_data ->> 'role' is null ${filter} order by ${order}, id`

/** Every sort of every list, with and without a filter: query, caption, column heading, sort key, and SQL of the right order. */
const SORTS = [
	['orders', 'orders?', 'Orders', 'When', 'created', `select email from orders order by created_at, id`],
	['orders', 'orders?state=paid&', 'Orders', 'Total', 'total', `select email from orders where status = 'paid' order by total_cents, id`],
	['orders', 'orders?product=x&', 'Orders', 'When', 'created', `select email from orders where product_code = 'x' order by created_at, id`],
	[
		'orders',
		'orders?product=x&state=paid&',
		'Orders',
		'Total',
		'total',
		`select email from orders where product_code = 'x' and status = 'paid' order by total_cents, id`,
	],
	['learners', 'learners?', 'Learners', 'Account since', 'created', learnersBy('created_at')],
	['learners', 'learners?', 'Learners', 'Email', 'email', learnersBy(`coalesce(email, '') collate "C"`)],
	['learners', 'learners?', 'Learners', 'Last signed in', 'seen', learnersBy(`coalesce(last_sign_in_at, '1970-01-01Z')`)],
	['learners', 'learners?', 'Learners', 'Last activity', 'active', learnersBy(`coalesce(last_active_at, '1970-01-01Z')`)],
	['learners', 'learners?', 'Learners', 'Progress', 'progress', learnersBy('coalesce(finished_lessons, 0)')],
	[
		'learners',
		'learners?progress=none&',
		'Learners',
		'Email',
		'email',
		learnersBy(`coalesce(email, '') collate "C"`, 'and last_active_at is null'),
	],
	['subscribers', 'subscribers?', 'Subscribers', 'Added', 'added', `select email from newsletter_subscriptions order by created_at, id`],
	[
		'subscribers',
		'subscribers?state=pending&',
		'Subscribers',
		'Address',
		'email',
		`select email from newsletter_subscriptions where status = 'pending' order by email collate "C"`,
	],
	['tickets', 'tickets?', 'Tickets', 'Answer due', 'due', `select email from support_tickets where status = 'open' order by due_at, id`],
	[
		'tickets',
		'tickets?state=open&category=terms&',
		'Tickets',
		'Received',
		'received',
		`select email from support_tickets where status = 'open' and category = 'terms' order by created_at, id`,
	],
	[
		'messages',
		'messages?failed=1&',
		'Emails',
		'When',
		'created',
		`select to_address as email from outbox_messages where status = 'failed' order by created_at, id`,
	],
	['invoices', 'invoices?', 'Invoices and credit notes', 'When', 'issued', `select number as email from invoices order by issued_at, id`],
	['invoices', 'invoices?', 'Invoices and credit notes', 'Total', 'total', `select number as email from invoices order by gross_cents, id`],
] as const

const NO_ID = '00000000-0000-7000-8000-000000000000'
const SHOWN = /\d+p?@list\.test|15555550\d{3}|I-\d+|\w+@academy\.test/

test('every list pages through each of its sorts in both directions, each row once', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	for (const list of new Set(SORTS.map(([name]) => name))) await fill(wire, list, 240)
	await operator.post('/admin/lists/columns', { list: 'learners', columns: '', form_page: '/admin/learners' })
	for (const [, address, caption, head, sort, statement] of SORTS) {
		const { rows } = await sql<{ email: string }>`${sql.raw(statement)}`.execute(wire.deps.db)
		const order = rows.map(({ email }) => email)
		for (const isDescending of [false, true]) {
			const name = `${address}sort=${isDescending ? '-' : ''}${sort}`
			const seen: string[] = []
			let next: string | undefined = `/admin/${name}`
			for (let page = 0; next !== undefined && page < 8; page++) {
				const { text } = await operator.get(next)
				seen.push(...rowsOf(text, caption).map((cells) => SHOWN.exec(cells.join(' '))?.[0] ?? ''))
				const heading = new RegExp(
					`<th[^>]*aria-sort="${isDescending ? 'descending' : 'ascending'}"[^>]*><a[^>]*href="([^"]+)"[^>]*>${head}</a>`,
				).exec(text)
				expect(heading?.[1]?.replaceAll('&amp;', '&'), name).toBe(`/admin/${address}sort=${isDescending ? '' : '-'}${sort}`)
				next = /href="([^"]+)"[^>]*>Next</.exec(text)?.[1]?.replaceAll('&amp;', '&')
			}
			expect(seen, name).toEqual(isDescending ? order.toReversed() : order)
		}
	}
})

test('filters keep the sort, and invalid sorts and cursors show the first page', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	for (const list of ['orders', 'learners', 'subscribers', 'tickets', 'messages', 'invoices'] as const) {
		await fill(wire, list, 3)
		if (list !== 'invoices')
			expect((await operator.get(`/admin/${list}?sort=-created`)).text).toContain('<input type="hidden" name="sort" value="-created"/>')
		const rowsIn = (page: string) => rowsOf(page, SORTS.find(([of]) => of === list)?.[2] ?? '')
		const usual = rowsIn((await operator.get(`/admin/${list}`)).text)
		const odd = ['sort=constructor', 'sort=-__proto__', 'sort=--created', 'sort=id;drop', 'before=x', `before=${'9'.repeat(40)}~${NO_ID}`]
		odd.push(`before=2026-02-31T00:00:00.000Z~${NO_ID}`, `before=1e5~${NO_ID}`, 'before=5~x', 'before=%00~', 'before=%ed%a0%80')
		for (const query of odd) {
			const { status, text } = await operator.get(`/admin/${list}?${query}`)
			expect([query, status, usual.length > 0, rowsIn(text)]).toEqual([query, 200, true, usual])
		}
		const sorts = new Set(SORTS.filter(([of]) => of === list).map(([, , , , key]) => key))
		for (const sort of sorts)
			for (const value of ['', '%00', '%ed%a0%80', '-9999999999999999', '9999999999999999', '-9999999999', 'x'.repeat(9000), "'"])
				expect((await operator.get(`/admin/${list}?sort=${sort}&before=${value}~${NO_ID}`)).status).toBe(200)
	}
})

const microseconds = (time: string) => String(Date.parse(time) * 1000)

/** Cursor of a row in the middle of the list, by sort: PostgreSQL may sort a range in which it expects at most one row. */
const MIDDLE: Readonly<Record<string, string>> = {
	created: microseconds('2026-01-01T00:00:00.023Z'),
	received: microseconds('2026-01-01T00:00:00.023Z'),
	issued: microseconds('2026-01-01T00:00:00.023Z'),
	due: microseconds('2026-01-01T04:00:00Z'),
	seen: microseconds('2026-03-01T00:00:00Z'),
	active: microseconds('2026-03-01T00:00:00Z'),
	progress: '2',
	total: '103',
	email: '5',
}

/** Drops subplans of columns from a plan: they sort the few rows that belong to one row of the page. */
const withoutColumns = (_key: string, node: unknown) =>
	typeof node === 'object' && node !== null && 'Parent Relationship' in node && node['Parent Relationship'] === 'SubPlan' ? null : node

test.runIf(isLong)('every sort with every filter reads an index in order', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const ctx = systemContext(wire.deps, 'test')
	for (const list of Object.keys(FILL) as (keyof typeof FILL)[]) await fill(wire, list, 20_000)
	await sql`analyze`.execute(db)
	const ask = (query: string) => new URLSearchParams(query)
	const both = (names: readonly string[], query = '') =>
		names.flatMap((name) =>
			[`${query}sort=${name}`, `${query}sort=-${name}`].flatMap((each) => [each, `${each}&before=${MIDDLE[name]}~${NO_ID}`]),
		)
	const plans = [
		...both(['created', 'total']).flatMap((query) =>
			([null, 'sold', 'paid', 'pending'] as const).map((status) =>
				ordersQuery(db, { ...readListRequest(ask(query), ORDER_SORTS, '-created'), status, product: null }),
			),
		),
		...both(['created', 'total']).flatMap((query) =>
			([null, 'sold', 'paid'] as const).map((status) =>
				ordersQuery(db, { ...readListRequest(ask(query), ORDER_SORTS, '-created'), status, product: 'x' }),
			),
		),
		...both(['created']).flatMap((query) =>
			([null, 'x'] as const).map((product) =>
				ordersQuery(db, { ...readListRequest(ask(query), ORDER_SORTS, '-created'), status: 'ended', product }),
			),
		),
		...both(['created', 'email', 'seen', 'active', 'progress']).map((query) =>
			listLearners(db, readListRequest(ask(query), LEARNER_SORTS, '-created')),
		),
		...['', 'category=terms&'].flatMap((filter) =>
			[...both(['due', 'received'], filter), ...both(['received'], `${filter}state=answered&`)].map((query) =>
				listTickets({ ctx }, readTicketsRequest(ask(query))),
			),
		),
		...['', 'failed=1&', 'template=t3&'].flatMap((filter) =>
			both(['created'], filter).map((query) => listMails({ ctx }, readMailsRequest(ask(query)))),
		),
		...both(['created']).flatMap((query) => [
			listApplications(db, readApplicationsRequest(ask(query))),
			listFeedback(db, readLeadsRequest(ask(query))),
			listRequests(db, readLeadsRequest(ask(query))),
			listIssues(db, readIssuesRequest(ask(query))),
			listSms(db, readSmsRequest(ask(query))),
		]),
		...['', `by=${PERSON}&`, 'action=xb&', `by=${PERSON}&action=xb&`, 'from=2025-12-31&to=2026-01-01&'].flatMap((filter) =>
			both(['created'], filter).map((query) => listActivityLog(db, readActionsRequest(ask(query), 'America/New_York'))),
		),
		...both(['issued', 'total']).map((query) => listInvoices(db, readInvoicesRequest(ask(query), 'UTC'))),
		...both(['issued'], 'to=2026-01-01&').map((query) => listInvoices(db, readInvoicesRequest(ask(query), 'UTC'))),
	]
	const slow: string[] = []
	for (const query of plans) {
		const found = await query.explain('json')
		const plan = JSON.stringify(found)
		const isRead = plan.includes('"Limit"') && !JSON.stringify(found, withoutColumns).includes('"Node Type":"Sort"')
		if (
			!isRead ||
			/"Node Type":"Seq Scan"[^}]*"Relation Name":"(?:orders|users|support_tickets|outbox_messages|invoices|module_feedback|operator_actions|sms_messages|job_applications|early_access_requests|newsletter_issues)"/.test(
				plan,
			)
		)
			slow.push(`${query.compile().sql}\n${plan}`)
	}
	expect([plans.length, slow]).toEqual([32 + 24 + 8 + 20 + 24 + 12 + 20 + 20 + 12, []])
	for (const filter of ['', "where status = 'pending'"])
		for (const way of ['asc', 'desc'])
			for (const column of ['created_at', 'email collate "C"']) {
				const plan = await sql`explain (format json) ${sql.raw(
					`select id from newsletter_subscriptions ${filter} order by ${column} ${way}, id ${way} limit 2000`,
				)}`.execute(db)
				expect(JSON.stringify(plan.rows)).not.toMatch(/"Seq Scan"|"Node Type":"Sort"/)
			}
})

/** Returns the plan that PostgreSQL keeps for a prepared statement, whatever its values. */
const explainGeneric = (db: Wire['deps']['db'], text: string) =>
	db.transaction().execute(async (tx) => {
		const run = (statement: string) => sql<{ 'QUERY PLAN': string }>`${sql.raw(statement)}`.execute(tx)
		await run('set local plan_cache_mode = force_generic_plan')
		await run(`prepare listed as ${text}`)
		const values = [...new Set(text.match(/\$\d+/g))].map(() => 'null')
		const { rows } = await run(`explain execute listed(${values.join()})`)
		await run('deallocate listed')
		return rows.map((row) => row['QUERY PLAN']).join('\n')
	})

test.runIf(isLong)('orders of a product are read from an index for every product and status', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	await fill(wire, 'orders', 20_000)
	await sql`analyze orders`.execute(db)
	for (const sort of ['created', '-created', 'total', '-total'])
		for (const status of [null, 'sold', 'paid'] as const)
			for (const before of ['', `&before=5~${NO_ID}`]) {
				const asked = readListRequest(new URLSearchParams(`sort=${sort}${before}`), ORDER_SORTS, '-created')
				const { sql: text } = ordersQuery(db, { ...asked, status, product: 'x' }).compile()
				const plan = await explainGeneric(db, text)
				expect(plan).toMatch(status !== 'paid' ? /using orders_product(?:_total)? on/ : /using orders_product_status(?:_total)? on/)
				// The index scan starts at the cursor: product and status aren't checked row by row.
				expect(plan.split('SubPlan')[0]?.match(/Filter: .*/)?.[0] ?? '').not.toMatch(/product_code|status/)
				expect(plan.split('SubPlan')[0]).not.toMatch(/Sort|Seq Scan/)
				const sums = await explainGeneric(db, sumsQuery(db, { ...asked, status, product: 'x' }).compile(db).sql)
				expect(sums.split('Limit')[1]).toMatch(/^[^S]*Index Scan/)
			}
})
