import { expect, test } from 'vitest'

import type { ListedOrder } from './find-orders.ts'
import { sumFoundOrders } from './sum-orders.ts'

const order = (changes: Partial<ListedOrder>) =>
	({
		currency: 'usd',
		livemode: true,
		provider: 'stripe',
		status: 'paid',
		total_cents: 100,
		refunded_cents: null,
		paid_at: new Date(),
		...changes,
	}) as ListedOrder

test('a search adds up what was paid, refunded or lost, by currency, without tests', () => {
	const found = [
		order({}),
		order({ status: 'refunded', total_cents: 20 }),
		order({ status: 'partially_refunded', refunded_cents: 3 as never }),
		order({ status: 'dispute_lost', total_cents: 1000 }),
		order({ status: 'expired', paid_at: null }),
		order({ currency: 'eur' }),
		order({ livemode: false }),
		order({ livemode: false, provider: 'operator', total_cents: 0 }),
	]
	expect(sumFoundOrders(found)).toEqual({
		orders: 8,
		unpaid: 1,
		free: 1,
		isMore: false,
		tests: 1,
		currencies: [
			{ currency: 'usd', total: 1320, paid: 1220, refunded: 1023 },
			{ currency: 'eur', total: 100, paid: 100, refunded: 0 },
		],
	})
	expect(sumFoundOrders([order({ livemode: false })])).toMatchObject({ tests: 0, currencies: [{ total: 100 }] })
})
