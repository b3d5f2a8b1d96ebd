import { type CourseContents, isSameContents } from '#domain/gating/course-contents.ts'
import { inTransaction } from '#server/db/database.ts'
import { normalizeCode } from '#server/services/commerce/discounts/find-discount.ts'
import { releaseDiscount } from '#server/services/commerce/discounts/record-redemption.ts'
import type { OrderBuyer, OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { syncOrder } from '#server/services/commerce/settlement/apply-snapshot.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { contentsOf } from '#server/services/learning/entitlements/entitlements.ts'

import { type NewOrderTerms, readDiscountCents } from './open-order.ts'

/** An unpaid checkout is reused only if it stays open for at least this long. */
const MIN_REMAINING_MS = 10 * 60 * 1000
/** An order that has no checkout after this time counts as abandoned. Until then, a parallel request may still be opening one. */
const OPENING_MS = 30 * 1000

export type PreviousCheckout = { outcome: 'none' } | { outcome: 'reuse'; url: string } | { outcome: 'paid'; sessionId: string }

const findOpenOrders = (ctx: ServiceContext, { buyer }: NewOrderTerms) =>
	ctx.db
		.selectFrom('orders')
		.leftJoin('checkout_sessions', (join) =>
			join.onRef('checkout_sessions.order_id', '=', 'orders.id').on('checkout_sessions.state', '=', 'open'),
		)
		.selectAll('orders')
		.select(['provider_session_id', 'url', 'expires_at'])
		.where('buyer_key', '=', buyer.key)
		.where('status', '=', 'pending')
		.orderBy('orders.created_at', 'desc')
		.execute()

type OpenOrder = Awaited<ReturnType<typeof findOpenOrders>>[number]

/**
 * True if the order has the buyer's address. A guest who pays by bank transfer enters the address later, on the order page, so a repeated
 * request comes without one.
 */
const isSameAddress = ({ payments }: ServiceContext, order: OrderRow, { email, userId }: OrderBuyer) =>
	order.email === email || (payments.transfers !== null && userId === null && email === null)

type PricedTerms = NewOrderTerms & { discountCents: number }

const isOnSameTerms = (ctx: ServiceContext, order: OrderRow, { offer, buyer, couponCode, discountCents }: PricedTerms) =>
	order.product_code === offer.code &&
	order.subtotal_cents === offer.amountCents &&
	order.currency === offer.currency &&
	order.discount_cents === discountCents &&
	isSameContents(contentsOf(order), offer.opens) &&
	isSameAddress(ctx, order, buyer) &&
	order.discount_code === (couponCode === null ? null : normalizeCode(couponCode))

export async function abandonOrder(ctx: ServiceContext, orderId: string): Promise<void> {
	await inTransaction(ctx.db, async (tx) => {
		const now = ctx.now()
		const abandoned = await tx
			.updateTable('orders')
			.set({ status: 'canceled', abandoned_at: now, updated_at: now })
			.where('id', '=', orderId)
			.where('status', 'in', ['pending', 'expired'])
			.returning('id')
			.executeTakeFirst()
		if (abandoned) await releaseDiscount(tx, orderId)
	})
}

/**
 * Closes unpaid orders at the provider and here, except those that were just paid: the provider refuses to expire their checkouts.
 * @returns the number of closed orders
 */
export async function closeUnpaidOrders(ctx: ServiceContext, unpaid: readonly { orderId: string; sessionId: string }[]): Promise<number> {
	let closed = 0
	for (const session of unpaid) {
		if (!(await ctx.payments.expireCheckout(session.sessionId))) continue
		await syncOrder(ctx, session)
		await abandonOrder(ctx, session.orderId)
		closed += 1
	}
	return closed
}

async function closeOrReuse(ctx: ServiceContext, order: OpenOrder, terms: PricedTerms): Promise<PreviousCheckout> {
	const now = ctx.now().getTime()
	if (order.provider_session_id === null) {
		// Keep a new order on the same terms: a parallel request may still be opening its checkout, and `openOrder` will find it.
		if (now - order.created_at.getTime() > OPENING_MS || !isOnSameTerms(ctx, order, terms)) await abandonOrder(ctx, order.id)
		return { outcome: 'none' }
	}
	const session = { orderId: order.id, sessionId: order.provider_session_id }
	if ((await syncOrder(ctx, session)) === 'paid') return { outcome: 'paid', sessionId: session.sessionId }
	const remainingMs = (order.expires_at?.getTime() ?? 0) - now
	if (isOnSameTerms(ctx, order, terms) && remainingMs > MIN_REMAINING_MS && order.url) return { outcome: 'reuse', url: order.url }
	await ctx.payments.expireCheckout(session.sessionId)
	// The buyer may have paid just before the checkout expired.
	if ((await syncOrder(ctx, session)) === 'paid') return { outcome: 'paid', sessionId: session.sessionId }
	await abandonOrder(ctx, order.id)
	return { outcome: 'none' }
}

/** True if two products have a module in common: a buyer of one is unlikely to want the other. */
function sharesModules({ content }: ServiceContext, one: CourseContents, other: CourseContents): boolean {
	const modules = content.modulesIn(other)
	return [...content.modulesIn(one)].some((id) => modules.has(id))
}

/**
 * Closes the buyer's unpaid checkouts for the same or an overlapping offer, so that they can't pay twice. Stops at one that can be reused
 * or was just paid.
 */
export async function closePreviousCheckouts(ctx: ServiceContext, terms: NewOrderTerms): Promise<PreviousCheckout> {
	const { offer } = terms
	const discountCents = await readDiscountCents(ctx, ctx.db, terms)
	const opened = await findOpenOrders(ctx, terms)
	const related = opened.filter((each) => each.product_code === offer.code || sharesModules(ctx, contentsOf(each), offer.opens))
	for (const order of related) {
		const previous = await closeOrReuse(ctx, order, { ...terms, discountCents })
		if (previous.outcome !== 'none') return previous
	}
	return { outcome: 'none' }
}
