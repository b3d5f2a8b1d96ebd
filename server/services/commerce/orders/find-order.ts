import { type Selectable, sql, type SqlBool } from 'kysely'
import { z } from 'zod'

import { CHECKOUT_ID } from '#contracts/order-id.ts'
import type { OrderList, OrderSummary } from '#contracts/payments.ts'
import { findEndedAccess } from '#domain/orders/ended-access.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import type { OrderStatus } from '#domain/orders/order-status.ts'
import type { Orders } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import {
	contentsOf,
	findVerifiedEmail,
	listEntitlements,
	readOpened,
	readOpenedForGood,
} from '#server/services/learning/entitlements/entitlements.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

export type OrderRow = Selectable<Orders>

/** Returns the condition for the rows that belong to these orders. */
export const belongsToOrders = (ids: readonly string[]) => sql<SqlBool>`order_id = any(${ids}::uuid[])`

export function groupByOrder<Row extends { order_id: string }>(rows: readonly Row[]): (orderId: string) => Row[] {
	const groups = Map.groupBy(rows, ({ order_id: id }) => id)
	return (orderId) => groups.get(orderId) ?? []
}

/** `key` identifies the account or, for a guest, the browser: orders with the same key belong to the same person. */
export type OrderBuyer = { userId: string | null; email: string | null; key: string }

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
export async function isOrderOwner(ctx: ServiceContext, order: OrderRow): Promise<boolean> {
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
	if (!found || !(await isOrderOwner(ctx, found.order))) throw orderNotFound()
	return found
}

/** SELECT column with the refunded amount; null unless the order is partially refunded. */
export const refundedCents = sql<number | null>`case when orders.status = 'partially_refunded' then (
	select sum(refunds.amount_cents)::int from refunds where refunds.order_id = orders.id and refunds.status = 'succeeded') end`

/** SELECT column with the end of an order's access; null if it has no end or was revoked. */
const accessEndsAt = sql<Date | null>`(
	select ends_at from entitlements where order_id = orders.id and product_code = orders.product_code and state <> 'revoked')`

type Known = { sessionId: string | null; endsAt: Date | null }

/** @param known.sessionId ID of the order's checkout, the one that buyers see */
export const summarizeOrder = (row: OrderRow, { sessionId, endsAt }: Known): OrderSummary => ({
	orderId: sessionId ?? row.id,
	number: orderNumber(row.id),
	status: row.status === 'pending' ? 'verifying' : row.status,
	product: { code: row.product_code, name: row.product_name },
	amounts: {
		currency: row.currency,
		subtotalCents: row.subtotal_cents,
		discountCents: row.discount_cents,
		totalCents: row.total_cents,
	},
	discountCode: row.discount_code,
	createdAt: row.created_at.toISOString(),
	paidAt: row.paid_at?.toISOString() ?? null,
	accessEndsAt: endsAt?.toISOString() ?? null,
	testMode: !row.livemode,
})

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
		.select([accessEndsAt.as('access_ends_at'), sql<boolean>`coalesce(${accessEndsAt} <= now(), false)`.as('has_ended')])
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
		// Anyone can open checkouts with someone else's address. Paid orders come first, so that these can't push them off the list.
		.orderBy((eb) => eb('paid_at', 'is', null))
		.orderBy('orders.created_at', 'desc')
		.limit(MAX_ORDERS)
		.execute()
	const paid = new Set(rows.filter(({ paid_at: paidAt }) => paidAt !== null).map((row) => row.product_code))
	const isAbandoned = (row: (typeof rows)[number]) => UNPAID.has(row.status) && paid.has(row.product_code)
	const listed = rows.filter((row) => !isAbandoned(row)).toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
	const orders = listed.map((row) => summarizeOrder(row, { sessionId: row.provider_session_id, endsAt: row.access_ends_at }))
	const opens = await readOpened(ctx.db, userId)
	const given = rows.map((row) => ({
		product: row.product_name,
		endedAt: row.has_ended ? row.access_ends_at : null,
		modules: ctx.content.modulesIn(contentsOf(row)),
	}))
	return {
		orders,
		entitlements: await listEntitlements(ctx.db, userId),
		opens,
		opensForGood: await readOpenedForGood(ctx.db, userId),
		ended: findEndedAccess(given, ctx.content.modulesIn(opens)),
	}
}
