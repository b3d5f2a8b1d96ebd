import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { buyAsLearner } from '#tests/factories/refund.ts'
import { loadTwoCourses } from '#tests/factories/two-courses.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

test('the list leaves out free access, says how many, and shows it on request, like its export', async () => {
	const wire = await startWire({ content: loadTwoCourses() })
	const { db } = wire.deps
	const { orderId } = await buyAsLearner(wire.deps)
	await sql`insert into orders (product_code, product_name, currency, subtotal_cents, discount_cents, total_cents, provider, livemode,
			client_address, status, paid_at, refund_policy_version, created_at, updated_at)
		select 'everything', 'Everything', 'usd', 100, 100, 0, 'operator', false, '', case when n = 1 then 'expired' else 'paid' end, now(), 'x',
			timestamptz '2026-03-01T12:00:00Z', now() from generate_series(1, 60) n`.execute(db)
	const operator = await openConsoleAs(wire, 'operator')
	const list = async (query = '') => (await operator.get(`/admin/orders${query}`)).text
	const textOf = (text: string) => text.replaceAll(/<[^>]+>/g, '')
	const usual = await list()
	expect(rowsOf(usual, 'Orders')).toHaveLength(1)
	expect(textOf(usual)).toContain('1 paid order · $47.0060 with free access are hidden · Show')
	expect(usual).toContain('href="/admin/orders?state=all"')
	const all = await list('?state=all')
	expect(textOf(all)).toContain('1 paid order, 60 with free access · $47.00')
	expect(rowsOf(all, 'Orders').filter((row) => row[5] === 'free access')).toHaveLength(49)
	expect(all).not.toContain('hidden · ')
	expect(await list('?product=everything&from=2026-03-01')).toContain('60 with free access are hidden')
	expect(await list('?product=everything&from=2026-03-02')).toMatch(/No orders match/)
	expect(await list('?from=2026-03-02')).not.toContain('hidden · ')
	// A search finds all orders.
	const { id: given } = await db.selectFrom('orders').select('id').where('provider', '=', 'operator').limit(1).executeTakeFirstOrThrow()
	expect(await list(`?q=${given}`)).toContain(`/admin/orders/${given}`)
	const lines = async (fields: Record<string, string>) =>
		(await operator.post('/admin/orders.csv', fields)).text.trim().split('\r\n').length - 1
	expect([await lines({ code: operator.code() }), await lines({ state: 'all' }), await lines({ state: 'given' })]).toEqual([1, 61, 59])
	expect(rowsOf(await list('?state=given'), 'Orders')).toHaveLength(50)
	expect(await list(`?state=paid`)).toContain(orderId)
})
