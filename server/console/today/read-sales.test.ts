import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { openCheckout } from '#tests/factories/checkout.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { readSales } from './read-sales.ts'

// In New York, March 8 has 23 hours and November 1 has 25.
test.each([
	{ day: 'the day after the clocks go forward', now: '2026-03-09T16:00Z', before: '2026-03-08T04:59:59.999Z', first: '2026-03-08T05:00Z' },
	{ day: 'the day after the clocks go back', now: '2026-11-02T17:00Z', before: '2026-11-01T03:59:59.999Z', first: '2026-11-01T04:00Z' },
	{ day: 'an ordinary day', now: '2026-06-10T16:00Z', before: '2026-06-09T03:59:59.999Z', first: '2026-06-09T04:00Z' },
])('on $day, yesterday’s sales are those since its midnight', async ({ now, before, first }) => {
	const { deps } = await makeTestDeps()
	await openCheckout(deps)
	const { id: _, ...row } = await deps.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
	const paid = (at: string, cents: number) => ({ ...row, total_cents: cents, subtotal_cents: cents, paid_at: new Date(at) })
	await deps.db
		.insertInto('orders')
		.values([paid(before, 100), paid(first, 20), paid(now, 3)])
		.execute()
	expect(await readSales({ ...systemContext(deps, 'test'), now: () => new Date(now) })).toMatchObject({
		yesterday: [{ currency: 'usd', orders: 1, cents: 20 }],
		today: [{ currency: 'usd', orders: 1, cents: 3 }],
	})
})
