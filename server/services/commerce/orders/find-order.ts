import type { Selectable } from 'kysely'
import { z } from 'zod'

import { CHECKOUT_ID } from '#contracts/order-id.ts'
import type { Orders } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/entitlements.ts'

export type OrderRow = Selectable<Orders>

/** `key` identifies the account or, for a guest, the browser: orders with the same key belong to the same person. */
export type Buyer = { userId: string | null; email: string | null; key: string }

export const guestKey = (browserKey: string) => `browser:${browserKey}`

export type FoundOrder = { order: OrderRow; sessionId: string | null }

/** Finds an order by checkout ID, which buyers know, or by our own ID. `sessionId` is the order's last checkout. */
export async function findOrder({ db }: Pick<ServiceContext, 'db'>, id: string): Promise<FoundOrder | null> {
	const isSession = CHECKOUT_ID.test(id)
	if (!isSession && !z.uuid().safeParse(id).success) return null
	const row = await db
		.selectFrom('orders')
		.leftJoin('checkout_sessions', 'checkout_sessions.order_id', 'orders.id')
		.selectAll('orders')
		.select('provider_session_id')
		.where(isSession ? 'provider_session_id' : 'orders.id', '=', id)
		.orderBy('checkout_sessions.attempt', 'desc')
		.executeTakeFirst()
	if (!row) return null
	const { provider_session_id: sessionId, ...order } = row
	return { order, sessionId }
}

/** True if the learner's account bought the order or, for a guest's order, has verified its address. */
export async function isOwner(ctx: ServiceContext, order: OrderRow): Promise<boolean> {
	if (ctx.actor.type !== 'learner') return false
	if (order.user_id !== null) return order.user_id === ctx.actor.userId
	return order.email !== null && order.email === (await findVerifiedEmail(ctx.db, ctx.actor.userId))
}

/** Creates the same error for a missing order and for another person's, so that callers can't distinguish the two. */
export const orderNotFound = () => new ServiceError('not-found', 'order_not_found', 'We can’t find that order.')

/** @throws ServiceError no_authorization (401), order_not_found (404), also for another learner's order */
export async function requireOwnOrder(ctx: ServiceContext, id: string): Promise<FoundOrder> {
	if (ctx.actor.type !== 'learner')
		throw new ServiceError('unauthenticated', 'no_authorization', 'Sign in with the email address of this order')
	const found = await findOrder(ctx, id)
	if (!found || !(await isOwner(ctx, found.order))) throw orderNotFound()
	return found
}
