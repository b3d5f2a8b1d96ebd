import { expect, test } from 'vitest'

import { orderNumber } from '#domain/orders/order-number.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

const JSON_OR_PATH = /[{}]|\.json\b|\.md\b|"\w+":/

test('the activity log says in sentences what was done, to whom, and what changed; no JSON and no paths', async () => {
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
		[who, `Banned a person: ${learner.email}`, '–', 'Asked'],
		[who, `Refunded an order: Order ${orderNumber(orderId)} of ${learner.email}`, 'State before: paidAmount: $10.00', 'Kind'],
	])
	expect(rows.flat().filter((cell) => JSON_OR_PATH.test(cell ?? ''))).toEqual([])
	const file = await operator.post('/admin/actions.csv')
	expect(file.text).toContain('when,who,role,action,object,object id,reason,changed')
	expect(file.text).toContain('State before: paid; Amount: $10.00')
	expect(file.text.split('\n').filter((line) => /[{}]/.test(line))).toEqual([])
})
