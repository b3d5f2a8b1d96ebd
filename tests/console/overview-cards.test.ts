import { expect, test } from 'vitest'

import { makeOrder } from '#tests/factories/snapshot.ts'
import { startWire, type Wire } from '#tests/wire/test-client.ts'

import { getCounted, openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

const daysAgo = ({ clock }: Wire, days: number) => new Date(clock.now().getTime() - days * 86_400_000)

async function sell(wire: Wire, cents: number, paidAt: Date): Promise<string> {
	const { id } = await makeOrder(wire.deps)
	const sums = { total_cents: cents, subtotal_cents: 4700, discount_cents: 4700 - cents }
	await wire.deps.db
		.updateTable('orders')
		.set({ status: 'paid', ...sums, paid_at: paidAt })
		.where('id', '=', id)
		.execute()
	return id
}

test('each card is a link to its chart and table, which compare with the previous period and can be downloaded', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await sell(wire, 3000, daysAgo(wire, 40))
	const paid = await sell(wire, 4700, daysAgo(wire, 2))
	await sell(wire, 2000, daysAgo(wire, 9))
	for (const [id, amount, days] of [
		['re_1', 1000, 1],
		['re_2', 500, 8],
	] as const) {
		const refund = {
			provider_refund_id: id,
			order_id: paid,
			provider_payment_id: 'pi_1',
			amount_cents: amount,
			status: 'succeeded' as const,
		}
		await wire.deps.db
			.insertInto('refunds')
			.values({ ...refund, created_at: daysAgo(wire, days), as_of: daysAgo(wire, days) })
			.execute()
	}
	const names = { sales: 'Sales', 'net-sales': 'Net sales', orders: 'Orders paid', refunded: 'Refunded', accounts: 'New accounts' }
	const tables: Record<string, string[][]> = {}
	for (const [id, name] of Object.entries(names)) {
		const { text } = await getCounted(wire, operator, `/admin/overview?days=7&chart=${id}`)
		const [, current] = /<a aria-current="true"[^>]*href="([^"]*)"/.exec(text) ?? []
		expect([current, text.match(/aria-current="true"/g)]).toEqual([`/admin/overview?days=7&amp;chart=${id}`, ['aria-current="true"']])
		tables[id] = rowsOf(text, `${name} per day`)
	}
	const rowOf = (id: string, index: number) => tables[id]?.[index]?.slice(1).join(' ').replace('▲', '').replace('▼', '')
	expect([0, 1, 2].map((index) => rowOf('sales', index))).toEqual([
		'$0.00 No change',
		'$0.00 No change',
		'$47.00 up 135% from $20.00 in the previous period',
	])
	expect([rowOf('net-sales', 1), rowOf('orders', 2), rowOf('refunded', 1)]).toEqual([
		'-$10.00 down from -$5.00 in the previous period',
		'1 No change',
		'$10.00 up 100% from $5.00 in the previous period',
	])
	// Unknown charts show the first one.
	expect((await operator.get('/admin/overview?chart=%27')).text).toContain('Sales per day</caption>')
	const file = await operator.get('/admin/overview.csv?days=7&chart=net-sales')
	const lines = file.text.trim().split('\r\n')
	expect([lines.length, lines[0]?.slice(-46)]).toEqual([8, 'day,days,Net sales (USD),compared with,before'.slice(-46)])
	expect(lines[2]?.split(',').filter((_, index) => ![0, 3].includes(index))).toEqual(['1', '-10', '-5'])
	expect(file.headers.get('content-disposition')).toMatch(/"net-sales-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv"/)
})

test('on phones, the period is a form that works without JavaScript and keeps the chart', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	for (const address of ['/admin/overview', '/admin/overview/funnel']) {
		const { text } = await operator.get(`${address}?period=${encodeURIComponent('days=7')}&chart=orders`)
		const [form = ''] = new RegExp(`<form[^>]*aria-label="Period"[^>]*action="${address}"[^]*?</form>`).exec(text) ?? []
		expect(form).toMatch(/<option value="days=7" selected="">Last 7 days/)
		expect(form).toContain('<input type="hidden" name="chart" value="orders"/>')
		// The links keep it, too.
		expect(text).toContain(`href="${address}?days=90&amp;chart=orders"`)
	}
	const custom = await operator.get(`/admin/overview?period=${encodeURIComponent('from=2026-01-02&to=2026-01-05')}`)
	expect(custom.text).toMatch(/name="from"[^>]*value="2026-01-02"/)
	expect((await operator.get('/admin/overview?period=%27')).text).toMatch(/<option value="days=7" selected=""/)
})
