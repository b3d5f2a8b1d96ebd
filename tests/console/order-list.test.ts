import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { openCheckout } from '#tests/factories/checkout.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { placeTransfer, sendMoney } from '#tests/factories/transfer.ts'
import { loadTwoCourses } from '#tests/factories/two-courses.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

test('paging through the list shows each order once, even with equal timestamps', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get('/admin/orders')).text).toContain('No orders yet.')
	const { orderId } = await buyAsLearner(wire.deps)
	const { id: _id, ...row } = await wire.deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
	await wire.deps.db
		.insertInto('orders')
		.values(Array.from({ length: 99 }, () => row))
		.execute()
	const seen = new Set<string>()
	const sizes: number[] = []
	let address = '/admin/orders?state=paid'
	while (address !== '' && sizes.length < 4) {
		const { text } = await support.get(address)
		const found = [...text.matchAll(/href="\/admin\/orders\/([0-9a-f-]{36})"/g)].map(([, id]) => id ?? '')
		for (const id of found) seen.add(id)
		sizes.push(found.length)
		address = /href="([^"]+)"[^>]*>Next</.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
	}
	// Two full pages, without a link to an empty third one.
	expect([sizes, seen.size]).toEqual([[50, 50], 100])
})

test('the list shows buyer and product, and can be filtered by product', async () => {
	const wire = await startWire({ content: loadTwoCourses() })
	const { db } = wire.deps
	const { orderId, learner } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const list = async (query = '') => (await operator.get(`/admin/orders${query}`)).text
	await db.updateTable('auth.users').set({ raw_user_meta_data: '{"name":"Ana Buyer"}' }).where('id', '=', learner.userId).execute()
	const { product_code: code, product_name: product } = await db
		.updateTable('orders')
		.set({ created_at: new Date('2026-01-01T00:00:00Z') })
		.returning(['product_code', 'product_name'])
		.executeTakeFirstOrThrow()
	expect(rowsOf(await list(), 'Orders').map((cells) => cells.slice(2, 4))).toEqual([[`${learner.email} Ana Buyer`, product]])

	await sql`insert into orders (product_code, product_name, currency, subtotal_cents, total_cents, provider, livemode, client_address,
			status, refund_policy_version, created_at, updated_at)
		select 'everything', 'Everything', 'usd', 100, 100, 'stripe', true, '', 'paid', 'x', timestamptz '2026-02-01' + n * interval '1 s', now()
		from generate_series(1, 60) n`.execute(db)
	expect(rowsOf(await list('?product=everything'), 'Orders')).toHaveLength(50)
	for (const odd of ['%00', '%F0%9F%98%80', "'"]) expect((await operator.get(`/admin/orders?product=${odd}`)).status).toBe(200)
	// An old link with a product that is no longer sold must not list all orders.
	expect(await list('?product=former')).toContain('No orders match.')
	const only = await list(`?product=${code}`)
	expect(only).toMatch(new RegExp(`<option value="${code}" selected="">`))
	expect([rowsOf(only, 'Orders').length, only.includes(orderId), only.includes('>Next<')]).toEqual([1, true, false])
	// Complimentary access has the status of a paid order, but is listed under its own.
	await sql`insert into orders (product_code, product_name, currency, subtotal_cents, discount_cents, total_cents, provider, livemode,
			client_address, status, refund_policy_version, created_at, updated_at)
		values ('everything', 'Everything', 'usd', 100, 100, 0, 'operator', true, '', 'paid', 'x', timestamptz '2026-03-01', now())`.execute(db)
	expect(rowsOf(await list('?product=everything&state=given'), 'Orders')).toHaveLength(1)
	const newest = await list('?product=everything&state=paid')
	const next = /href="([^"]+)"[^>]*>Next</.exec(newest)?.[1]?.replaceAll('&amp;', '&') ?? ''
	expect(next).toContain('product=everything')
	expect([rowsOf(newest, 'Orders').length, rowsOf((await operator.get(next)).text, 'Orders').length]).toEqual([50, 10])
	expect(rowsOf(await list(`?product=${code}&q=${learner.email}`), 'Orders')).toHaveLength(1)
	expect(await list(`?product=everything&q=${learner.email}`)).toContain('No orders match.')
	const lines = (await operator.post('/admin/orders.csv', { product: code, code: operator.code() })).text.trim().split('\r\n')
	expect(lines).toHaveLength(2)
	expect(lines[0]).toMatch(/order number,name,product$/)
	expect(lines[1]).toContain(`Ana Buyer,${product}`)

	await db.updateTable('orders').set({ person_erased_at: wire.clock.now() }).where('id', '=', orderId).execute()
	expect(await list(`?q=${orderId}`)).not.toContain('Ana Buyer')
})

test('the list says how many orders it has and their sum in each currency, up to a thousand', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const support = await openConsoleAs(wire, 'support')
	const add = (rows: string) =>
		sql`insert into orders (product_code, product_name, currency, subtotal_cents, total_cents, provider, livemode, client_address,
			status, paid_at, refund_policy_version, created_at, updated_at)
		select 'x', 'X', currency, cents, cents, 'stripe', livemode, '', status, case when status = 'paid' then now() end, 'x', now(), now()
		from ${sql.raw(rows)}`.execute(db)
	const summary = async (query = '') => {
		const { text } = await support.get(`/admin/orders${query}`)
		return /<p class="[^"]*">(\d[^<]* (?:order|unpaid)[^<]*)<\/p><div class="(?:bulk-table|table-scroll)/.exec(text)?.[1]
	}
	expect(await summary()).toBeUndefined()
	await add(`(select 'usd' as currency, 4700 as cents, false as livemode, 'paid' as status from generate_series(1, 60)
		union all select 'usd', 9900, false, 'expired')`)
	expect(await summary()).toBe('60 paid orders, 1 unpaid checkout · $2,820.00')
	expect(await summary('?state=paid')).toBe('60 orders · $2,820.00 in total')
	expect(await summary('?state=expired')).toBe('1 order · $99.00 in total')
	expect(await summary('?state=failed')).toBeUndefined()
	const next = /href="([^"]+)"[^>]*>Next</.exec((await support.get('/admin/orders')).text)?.[1]?.replaceAll('&amp;', '&') ?? ''
	expect((await support.get(next)).text).toContain('60 paid orders, 1 unpaid checkout · $2,820.00')
	await db
		.updateTable('orders')
		.set({ status: 'refunded' })
		.where('id', 'in', db.selectFrom('orders').select('id').where('status', '=', 'paid').limit(2))
		.execute()
	expect(await summary()).toBe('60 paid orders, 1 unpaid checkout · $2,820.00 paid, $94.00 refunded or lost to disputes, $2,726.00 net')
	await db.updateTable('orders').set({ status: 'paid' }).where('status', '=', 'refunded').execute()
	// Test payments aren't money, once there are others.
	await add(`(select 'usd' as currency, 4700 as cents, true as livemode, 'paid' as status union all select 'eur', 3760, true, 'paid')`)
	expect(await summary('?state=paid')).toBe('62 orders · €37.60 in total · $47.00 in total, without 60 test orders')
	await add(`(select 'usd' as currency, 4700 as cents, true as livemode, 'paid' as status from generate_series(1, 950))`)
	expect(await summary()).toBe('1,000+ orders')
})

test('the list shows the payment time, and a guest’s order links to the account with its address', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { learner, orderId } = await buyAsLearner(wire.deps)
	await db
		.updateTable('orders')
		.set({ user_id: null, paid_at: new Date('2026-01-02T03:04:00Z') })
		.where('id', '=', orderId)
		.execute()
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get('/admin/orders')).text).toContain('dateTime="2026-01-02T03:04:00.000Z"')
	const { text } = await support.get(`/admin/orders/${orderId}`)
	expect(text).toContain(`href="/admin/learners/${learner.userId}"`)
	expect(text).toContain('bought as a guest, not signed in')
})

/** Returns the cards of pending orders on Today. */
const pendingIn = (text: string) =>
	[...text.matchAll(/href="\/admin\/orders\?state=(\w+)"[^>]*>(.*?)<\/a>/gs)].map(
		([, state, words = '']) => `${state}: ${words.replaceAll(/<[^>]+>/g, '')}`,
	)

test('Today and the list find orders that await a bank transfer or have a declined payment', async () => {
	const wire = await startWire({ env: { BANK_TRANSFER: '1' }, content: loadTwoCourses() })
	const { db } = wire.deps
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get('/admin/today')).text).not.toMatch(/a bank transfer|declined payment/)
	const open = async (browserKey: string) => {
		const { sessionId } = await openCheckout(wire.deps, { browserKey, email: `${browserKey}@example.com` })
		const { order_id } = await db
			.selectFrom('bank_transfers')
			.select('order_id')
			.where('checkout_id', '=', sessionId)
			.executeTakeFirstOrThrow()
		return { sessionId, order_id }
	}
	const [promised, declined] = [await open('ada'), await open('bo'), await open('cy')]
	await placeTransfer(wire.deps, promised.sessionId)
	const failed = { order_id: declined.order_id, amount_cents: 4700, status: 'failed', as_of: wire.clock.now() } as const
	await db
		.insertInto('payments')
		.values([
			{ ...failed, provider_payment_id: 'pi_1' },
			{ ...failed, provider_payment_id: 'pi_2' },
		])
		.execute()
	const today = (await support.get('/admin/today')).text
	expect(pendingIn(today)).toEqual(['awaiting_transfer: 1 order awaits a bank transfer', 'declined: 1 order has a declined payment'])
	const { product_code: code } = await db.selectFrom('orders').select('product_code').executeTakeFirstOrThrow()
	const listed = async (query: string) =>
		rowsOf((await support.get(`/admin/orders?${query}`)).text, 'Orders').map((row) => [row[2], row[5]])
	for (const product of ['', `product=${code}&`]) {
		expect(await listed(`${product}state=awaiting_transfer`)).toEqual([['ada@example.com', expect.stringMatching(/^awaiting transfer/)]])
		expect(await listed(`${product}state=declined`)).toEqual([['bo@example.com', expect.stringMatching(/^declined/)]])
		expect(await listed(`${product}state=pending`)).toEqual([['cy@example.com', expect.stringMatching(/^pending/)]])
	}
	const replace = (closed_at: Date | null) =>
		db.updateTable('bank_transfers').set({ closed_at }).where('order_id', '=', promised.order_id).execute()
	await replace(wire.clock.now())
	expect(await listed('state=awaiting_transfer')).toEqual([])
	await replace(null)
	await sendMoney(wire.deps, promised.sessionId)
	expect(await listed('state=awaiting_transfer')).toEqual([])
})

test('orders are filtered by coupon, also with a status, product and days', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	await buyAsLearner(wire.deps)
	const { orderId } = await buyAsLearner(wire.deps)
	const { product_code: product } = await db
		.updateTable('orders')
		.set({ discount_code: 'SPRING', discount_cents: 1000, total_cents: sql`subtotal_cents - 1000` })
		.where('id', '=', orderId)
		.returning('product_code')
		.executeTakeFirstOrThrow()
	const support = await openConsoleAs(wire, 'support')
	const listed = async (query: string) => rowsOf((await support.get(`/admin/orders?${query}`)).text, 'Orders').map((row) => row[4])
	expect(new Set(await listed(''))).toEqual(new Set(['SPRING', '–']))
	for (const query of ['coupon=SPRING', `coupon=SPRING&state=paid&product=${product}`, 'coupon=SPRING&from=2020-01-01'])
		expect([query, await listed(query)]).toEqual([query, ['SPRING']])
	expect(await listed('coupon=SPRING&state=refunded')).toEqual([])
	expect((await support.get('/admin/orders?coupon=NONE')).text).toContain('No orders match.')
	expect((await support.get('/admin/orders')).text).toContain('<option value="SPRING">')
})

test('Today counts transfers of any age, at most 100, and a promised transfer counts more than an earlier decline', async () => {
	const wire = await startWire({ env: { BANK_TRANSFER: '1' } })
	const { db } = wire.deps
	const support = await openConsoleAs(wire, 'support')
	const { sessionId } = await openCheckout(wire.deps, { browserKey: 'ada', email: 'ada@example.com' })
	await placeTransfer(wire.deps, sessionId)
	const { order_id } = await db.selectFrom('bank_transfers').select('order_id').executeTakeFirstOrThrow()
	const failed = { order_id, amount_cents: 4700, status: 'failed', as_of: wire.clock.now() } as const
	await db
		.insertInto('payments')
		.values({ ...failed, provider_payment_id: 'pi_1' })
		.execute()
	await sql`update orders set created_at = created_at - interval '45 days'`.execute(db)
	const today = async () => (await support.get('/admin/today')).text
	expect(pendingIn(await today())).toEqual(['awaiting_transfer: 1 order awaits a bank transfer'])
	expect(await today()).not.toContain('declined payment')
	expect((await support.get('/admin/orders?state=declined')).text).toContain('No orders are declined.')

	const { id: _id, ...order } = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
	const transfer = await db.selectFrom('bank_transfers').selectAll().executeTakeFirstOrThrow()
	const addTransfers = async (count: number) => {
		const orders = await db
			.insertInto('orders')
			.values(Array.from({ length: count }, () => order))
			.returning('id')
			.execute()
		await db
			.insertInto('bank_transfers')
			.values(orders.map(({ id }) => ({ ...transfer, order_id: id, checkout_id: id, reference: id })))
			.execute()
	}
	await addTransfers(99)
	expect(pendingIn(await today())).toEqual(['awaiting_transfer: 100 orders await a bank transfer'])
	await addTransfers(1)
	expect(pendingIn(await today())).toEqual(['awaiting_transfer: 100+ orders await a bank transfer'])
})

test('orders can be filtered by a range of days, newest first, and by every product ever sold', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const operator = await openConsoleAs(wire, 'operator')
	const list = async (query = '') => (await operator.get(`/admin/orders${query}`)).text
	await sql`insert into orders (email, product_code, product_name, currency, subtotal_cents, total_cents, provider, livemode, client_address,
			status, refund_policy_version, created_at, updated_at)
		values ('late@list.test', 'spring', 'Its first name', 'usd', 100, 100, 'stripe', true, '', 'paid', 'x', '2026-03-02T04:59:00Z', now()),
			('next@list.test', 'spring', 'Spring course', 'usd', 200, 200, 'stripe', true, '', 'paid', 'x', '2026-03-02T05:01:00Z', now())`.execute(
		db,
	)
	const listed = async (query: string) => [...(await list(query)).matchAll(/>(late|next)@list\.test</g)].map(([, name]) => name)
	// New York is five hours behind UTC, so the first order belongs to March 1.
	expect(await listed('?from=2026-03-01&to=2026-03-01')).toEqual(['late'])
	expect(await listed('?from=2026-03-02')).toEqual(['next'])
	expect(await listed('?from=2026-03-01&to=2026-03-02&sort=total')).toEqual(['next', 'late'])
	expect(await listed('?q=late&from=2026-03-02')).toEqual([])
	expect(await list('?from=2026-03-02&to=2026-03-01')).toContain('Choose a start before the end.')
	expect(await list()).toMatch(/<option value="spring">Spring course</)
	const file = (await operator.post('/admin/orders.csv', { to: '2026-03-01' })).text
	expect([file.includes('late@list.test'), file.includes('next@list.test')]).toEqual([true, false])
})

test('orders are counted up to 1,000', async () => {
	const wire = await startWire()
	const support = await openConsoleAs(wire, 'support')
	const addOrders = (count: number) =>
		sql`insert into orders (product_code, product_name, currency, subtotal_cents, total_cents, provider, livemode, client_address,
				status, refund_policy_version, created_at, updated_at)
			select 'everything', 'Everything', 'usd', 100, 100, 'stripe', true, '', 'paid', 'x', now(), now()
			from generate_series(1, ${count}::int)`.execute(wire.deps.db)
	await addOrders(1000)
	expect((await support.get('/admin/orders')).text).toContain('1–50 of 1,000 orders')
	await addOrders(1)
	expect((await support.get('/admin/orders')).text).toContain('1–50 of 1,000+ orders')
})
