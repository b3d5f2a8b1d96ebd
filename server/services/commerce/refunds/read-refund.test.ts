import { expect, test } from 'vitest'

import { askForRefund, buyAsLearner } from '#tests/factories/refund.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { listRefunds } from './read-refund.ts'

const DAY_MS = 86_400_000

test('operators see the requests of all orders, newest first, with what each was about', async () => {
	const { deps, clock } = await makeTestDeps()
	const [early, late] = [await buyAsLearner(deps), await buyAsLearner(deps, { couponCode: 'LAUNCH1' })]
	await askForRefund(deps, late.learner, late.orderId)
	clock.advance(31 * DAY_MS)
	await askForRefund(deps, early.learner, early.orderId, { kind: 'promise', message: 'Too late?' })
	const listed = await listRefunds(deps)
	expect(
		listed.map(({ order_id: order, state, amount_cents: cents, currency, message }) => [order, state, cents, currency, message]),
	).toEqual([
		[early.orderId, 'refused', 0, 'usd', 'Too late?'],
		[late.orderId, 'granted', 3760, 'usd', null],
	])
})
