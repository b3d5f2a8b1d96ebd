import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

/** One row per address, each a day younger than the one before. */
const ROWS = {
	orders: `insert into orders (email, product_code, product_name, currency, subtotal_cents, total_cents, provider, livemode, client_address,
			refund_policy_version, created_at, updated_at)
		select n || '@list.test', 'x', 'x', 'usd', 100 + n % 7, 100 + n % 7, 'stripe', true, '', 'x', timestamptz '2026-01-01' + n * interval '1 day', now()`,
	learners: `insert into auth.users (id, email, created_at, updated_at)
		select gen_random_uuid(), n || '@list.test', timestamptz '2026-01-01' + n * interval '1 day', now()`,
	subscribers: `insert into newsletter_subscriptions (email, source, status, requested_at, created_at)
		select n || '@list.test', 'blog', 'pending', now(), timestamptz '2026-01-01' + n * interval '1 day'`,
	tickets: `insert into support_tickets (name, email, subject, message, due_at, created_at)
		select 'x', n || '@list.test', 'x', 'x', now(), timestamptz '2026-01-01' + n * interval '1 day'`,
}

test('the matches of a search can be sorted, unless there may be more of them', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await Promise.all(Object.values(ROWS).map((rows) => sql.raw(`${rows} from generate_series(1, 12) n`).execute(wire.deps.db)))
	const found = async (path: string, caption: string) =>
		rowsOf((await operator.get(`/admin/${path}`)).text, caption).map((cells) => /\d+(?=@list)/.exec(cells.join(' '))?.[0])
	for (const [list, caption] of [
		['orders', 'Orders'],
		['learners', 'Learners'],
		['subscribers', 'Subscribers'],
		['tickets', 'Tickets'],
	] as const)
		expect(await found(`${list}?q=1`, caption)).toEqual(['12', '11', '10', '1'])
	expect((await operator.get('/admin/orders?q=1')).text).toMatch(/<p [^>]*>4 unpaid checkouts</)
	expect(await found('orders?q=1&sort=-created', 'Orders')).toEqual(['12', '11', '10', '1'])
	expect(await found('orders?q=1&sort=total', 'Orders')).toEqual(['1', '10', '11', '12'])
	expect(await found('learners?q=1&sort=-created', 'Learners')).toEqual(['12', '11', '10', '1'])
	expect(await found('subscribers?q=1&sort=-added', 'Subscribers')).toEqual(['12', '11', '10', '1'])
	for (const list of ['orders?q=1', 'orders?q=1&sort=-total', 'tickets?q=1&sort=-received'])
		expect((await operator.get(`/admin/${list}`)).text).toContain('aria-sort="descending"')

	await sql.raw(`${ROWS.orders} from generate_series(13, 199) n`).execute(wire.deps.db)
	const { text } = await operator.get('/admin/orders?q=1&sort=-total')
	expect(text).toContain('20 matches, best match first. There may be more. Type more to see fewer, which you can sort.')
	expect(text).not.toContain('aria-sort')
})

test('a search that found its maximum stays unsorted, even if filters then leave a few of its matches', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await sql.raw(`${ROWS.learners} from generate_series(10, 19) n`).execute(wire.deps.db)
	const sorted = async () => (await operator.get('/admin/learners?q=1&since=2026-01-01&from=2026-01-15&sort=-created')).text
	expect(await sorted()).toContain('aria-sort="descending"')
	await sql.raw(`${ROWS.learners} from generate_series(100, 119) n`).execute(wire.deps.db)
	expect(await sorted()).not.toContain('aria-sort')
})
