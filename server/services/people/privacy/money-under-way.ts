import type { Tx } from '#server/db/database.ts'

import { belongsTo } from './person.ts'
import { findTableRule } from './registry/registry.ts'
import type { Person } from './registry/table-rule.ts'

/**
 * True if a payment or refund is in progress, which still needs its buyer: an open checkout, a payment being cleared, an
 * unfinished refund.
 */
export async function hasMoneyUnderWay(tx: Tx, person: Person, now: Date): Promise<boolean> {
	const order = await tx
		.selectFrom('orders')
		.leftJoin('checkout_sessions', 'checkout_sessions.order_id', 'orders.id')
		.select('orders.id')
		.where(belongsTo(findTableRule('orders'), person))
		.where((eb) =>
			eb.or([
				eb('orders.status', 'in', ['processing', 'refund_pending']),
				eb.and([eb('orders.status', '=', 'pending'), eb('state', '=', 'open'), eb('expires_at', '>', now)]),
			]),
		)
		.limit(1)
		.executeTakeFirst()
	return order !== undefined
}
