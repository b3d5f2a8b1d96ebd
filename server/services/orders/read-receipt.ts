import { z } from 'zod'

import { offers } from '#content/offers.server.ts'
import type { AccessState, OrderReceipt } from '#contracts/payments.ts'
import { maskEmail } from '#domain/orders/mask-email.ts'
import { refundDeadline } from '#domain/orders/refund-deadline.ts'
import type { ServiceContext } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'
import { findVerifiedEmail } from '#server/services/entitlements/list-entitlements.ts'

import type { OrderRow } from './order-rows.ts'
import { bringUpToDate } from './read-order-by-session.ts'
import { summarizeOrder } from './summarize-order.ts'

const SESSION_ID = /^cs_(?:test|live)_[A-Za-z0-9]{20,128}$/
const GUARANTEE_DAYS = 30

type Asked = { order: OrderRow; sessionId: string | null }

/** By the checkout's id, under which buyers know it, or by our own. */
async function findOrder({ db }: ServiceContext, id: string): Promise<Asked | null> {
	const isSession = SESSION_ID.test(id)
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

/** Bought by the account, or with its proven address. */
async function isOwner(ctx: ServiceContext, order: OrderRow): Promise<boolean> {
	if (ctx.actor.type !== 'learner') return false
	if (order.user_id !== null) return order.user_id === ctx.actor.userId
	return order.email !== null && order.email === (await findVerifiedEmail(ctx.db, ctx.actor.userId))
}

async function accessOf({ db }: ServiceContext, order: OrderRow): Promise<AccessState> {
	const row = await db.selectFrom('entitlements').select('state').where('order_id', '=', order.id).executeTakeFirst()
	return row?.state ?? 'none'
}

const guaranteeDays = (order: OrderRow) => offers.find(({ code }) => code === order.product_code)?.guaranteeDays ?? GUARANTEE_DAYS

/**
 * One order as its receipt tells it. An order of an account is its owner's alone; of a guest's order whoever holds the
 * checkout's id may see it, with the address masked, as on the success page.
 * @throws ServiceError order_not_found (404), the same for an order that does not exist and one of somebody else
 */
export async function readReceipt(ctx: ServiceContext, id: string): Promise<OrderReceipt> {
	const notFound = new ServiceError('not-found', 'order_not_found', 'There is no such order.')
	const asked = await findOrder(ctx, id)
	if (!asked) throw notFound
	const { sessionId } = asked
	const owns = await isOwner(ctx, asked.order)
	if (!owns && (asked.order.user_id !== null || sessionId !== id)) throw notFound
	if (sessionId !== null) await bringUpToDate(ctx, asked.order, sessionId)
	const { order } = (await findOrder(ctx, id)) ?? asked
	const { email, paid_at: paidAt, waiver_version: version, waiver_accepted_at: acceptedAt } = order
	return {
		...summarizeOrder(order, sessionId),
		email: email === null || owns ? email : maskEmail(email),
		access: await accessOf(ctx, order),
		refundUntil: paidAt && new Date(refundDeadline(paidAt.getTime(), guaranteeDays(order))).toISOString(),
		waiver: version !== null && acceptedAt !== null ? { version, acceptedAt: acceptedAt.toISOString() } : null,
	}
}
