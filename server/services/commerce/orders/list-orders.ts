import type { OrderList } from '#contracts/payments.ts'
import type { OrderStatus } from '#domain/orders/order-status.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findVerifiedEmail, listEntitlements, readOpened } from '#server/services/learning/entitlements/entitlements.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { summarizeOrder } from './summarize-order.ts'

const MAX_ORDERS = 50
/** Orders in these states are hidden once the same product was paid for: their checkout was abandoned. */
const UNPAID: ReadonlySet<OrderStatus> = new Set(['pending', 'failed'])

/**
 * Lists the learner's orders that were paid or still may be, newest first, with guest orders of a verified address.
 * @throws ServiceError `not_authenticated` (401)
 */
export async function listOrders(ctx: ServiceContext): Promise<OrderList> {
	const userId = requireLearnerId(ctx)
	const email = await findVerifiedEmail(ctx.db, userId)
	const rows = await ctx.db
		.selectFrom('orders')
		.selectAll('orders')
		.select((eb) =>
			eb
				.selectFrom('checkout_sessions')
				.select('provider_session_id')
				.whereRef('checkout_sessions.order_id', '=', 'orders.id')
				.orderBy('attempt', 'desc')
				.limit(1)
				.as('provider_session_id'),
		)
		.where((eb) => eb.or([eb('user_id', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]))
		.where('orders.status', 'not in', ['canceled', 'expired'])
		// Sort paid orders first: anyone can open checkouts with someone else's address.
		.orderBy((eb) => eb('paid_at', 'is', null))
		.orderBy('orders.created_at', 'desc')
		.limit(MAX_ORDERS)
		.execute()
	const paid = new Set(rows.filter(({ paid_at: paidAt }) => paidAt !== null).map((row) => row.product_code))
	const isLeftBehind = (row: (typeof rows)[number]) => UNPAID.has(row.status) && paid.has(row.product_code)
	const listed = rows.filter((row) => !isLeftBehind(row)).toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
	const orders = listed.map((row) => summarizeOrder(row, row.provider_session_id))
	return { orders, entitlements: await listEntitlements(ctx.db, userId), opens: await readOpened(ctx.db, userId) }
}
