import { expect, test } from 'vitest'

import { orderNumber } from '#domain/orders/order-number.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

const JSON_OR_PATH = /[{}]|\.json\b|\.md\b|"\w+":/

test('the activity log says in sentences what was done, to whom, and what changed, without JSON or paths', async () => {
	const wire = await startWire()
	const { orderId, learner } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post(`/admin/orders/${orderId}/refund`, { reason: 'Kind', amount: '10.00' })
	await operator.post(`/admin/learners/${learner.userId}/ban`, { reason: 'Asked' })
	await operator.post('/admin/coupons/new-coupon', {
		coupon: 'SPRING25',
		kind: 'percent',
		off: '25',
		'offer-digital-income-mastery-lifetime': 'on',
	})
	const { text } = await operator.get('/admin/actions')
	const rows = rowsOf(text, 'Activity log').map(([, who, ...cells]) => [who, ...cells.slice(0, 3)])
	const who = 'operator@academy.test (operator)'
	expect(rows).toEqual([
		[who, 'Created a coupon: SPRING25', expect.stringContaining('Discount: 25% off'), '–'],
		[who, `Banned a learner: ${learner.email}`, '–', 'Asked'],
		[who, `Refunded an order: Order ${orderNumber(orderId)} of ${learner.email}`, 'Status before: paidAmount: $10.00', 'Kind'],
	])
	expect(rows.flat().filter((cell) => JSON_OR_PATH.test(cell ?? ''))).toEqual([])
	const file = await operator.post('/admin/actions.csv')
	expect(file.text).toContain('when,who,role,action,object,object id,reason,changed')
	expect(file.text).toContain('Status before: paid; Amount: $10.00')
	expect(file.text.split('\n').filter((line) => /[{}]/.test(line))).toEqual([])
})

test('the activity log names a new lesson by its title, and a module as the course does', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	await operator.post('/admin/content/new/lesson', { title: 'Pricing: a start', module: '1', duration: '25 minutes', summary: 'How.' })
	const module = 'course/module-1/module.json'
	await saveText(operator, module, originOf(module).replace('"subtitle": "', '"subtitle": "Our '))
	const text = rowsOf((await operator.get('/admin/actions')).text, 'Activity log')
		.flat()
		.join(' ')
	expect(text).toContain('Created a draft: Pricing: a start')
	expect(text).toContain('Module page: Foundation: Digital Career Discovery')
	expect(text).not.toContain('Skill Discovery')
})

test('the activity log can be filtered by person, action and days, on the page and in the file; invalid filters are ignored', async () => {
	const wire = await startWire()
	const one = await openConsoleAs(wire, 'operator', 'one@academy.test')
	const other = await openConsoleAs(wire, 'operator', 'other@academy.test')
	const { db } = wire.deps
	const entry = { role: 'operator', object_kind: 'alert', object_id: 'x' } as const
	// The academy's time zone is New York, where 04:59 UTC belongs to the day before.
	await db
		.insertInto('operator_actions')
		.values([
			{ ...entry, actor_id: one.userId, action: 'alert_closed', reason: 'first', created_at: new Date('2026-02-03T04:59:59Z') },
			{ ...entry, actor_id: one.userId, action: 'media_deleted', reason: 'second', created_at: new Date('2026-02-03T05:00:00Z') },
			{ ...entry, actor_id: other.userId, action: 'alert_closed', reason: 'third', created_at: new Date('2026-02-04T04:59:59Z') },
			{ ...entry, actor_id: other.userId, action: 'alert_closed', reason: 'fourth', created_at: new Date('2026-02-04T05:00:00Z') },
		])
		.execute()
	const reasonsOf = async (query: string) =>
		rowsOf((await one.get(`/admin/actions?${query}`)).text, 'Activity log').map((cells) => cells[4])
	expect(await reasonsOf(`by=${one.userId}`)).toEqual(['second', 'first'])
	expect(await reasonsOf('action=alert_closed')).toEqual(['fourth', 'third', 'first'])
	expect(await reasonsOf('from=2026-02-03&to=2026-02-03')).toEqual(['third', 'second'])
	expect(await reasonsOf(`by=${other.userId}&action=alert_closed&to=2026-02-03`)).toEqual(['third'])
	const all = ['fourth', 'third', 'second', 'first']
	for (const odd of ["by=x'", 'action=%00', 'action=DROP', 'from=2026-02-31', 'to=x', 'from=0001-01-01', 'from=2026-02-04&to=2026-02-03'])
		expect([odd, await reasonsOf(odd)]).toEqual([odd, all])
	const { text } = await one.get('/admin/actions?from=2026-02-04&to=2026-02-03')
	expect(text).toContain('Choose a start before the end.')
	expect(text).toMatch(/<option value="media_deleted">Deleted a file from Media<\/option>/)
	expect(text).toMatch(/<option value="[0-9a-f-]{36}">other@academy.test<\/option>/)
	expect((await one.get('/admin/actions?action=receipt_sent_again')).text).toContain('No entries match.')
	const file = (await one.post('/admin/actions.csv', { by: other.userId, from: '2026-02-04' })).text.trimEnd().split('\r\n')
	expect(file.slice(1).map((line) => line.split(',')[6])).toEqual(['fourth'])
})
