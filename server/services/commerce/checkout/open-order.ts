import { sql } from 'kysely'

import { currentAgeRule } from '#domain/consents/age-rule.ts'
import { applyDiscount } from '#domain/pricing/apply-discount.ts'
import type { Discount } from '#domain/pricing/check-discount.ts'
import { currentRefundPolicy } from '#domain/refunds/refund-policy.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { decideDiscount, findDiscount, lockDiscount, normalizeCode } from '#server/services/commerce/discounts/find-discount.ts'
import { holdDiscount } from '#server/services/commerce/discounts/record-redemption.ts'
import type { SoldOffer } from '#server/services/commerce/offers/find-offer.ts'
import type { OrderBuyer, OrderRow } from '#server/services/commerce/orders/find-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { toContentsColumns, findVerifiedEmail } from '#server/services/learning/entitlements/entitlements.ts'

export type NewOrderTerms = { offer: SoldOffer; buyer: OrderBuyer; couponCode: string | null }
export type OpenedOrder = { order: OrderRow; discount: Discount | null }

async function lockAndRequireDiscount(
	{ content, now }: ServiceContext,
	tx: Tx,
	{ offer, buyer, couponCode }: NewOrderTerms,
): Promise<Discount | null> {
	if (couponCode === null) return null
	await lockDiscount(tx, couponCode)
	const email = buyer.userId === null ? null : await findVerifiedEmail(tx, buyer.userId)
	const verdict = await decideDiscount(content, tx, { code: couponCode, productCode: offer.code, email, now: now() })
	if (verdict.accepted) return verdict.discount
	const code = `discount_${verdict.reason.replaceAll('-', '_')}`
	throw new ServiceError('invalid', code, verdict.message, { fields: { couponCode: verdict.message } })
}

/** Returns a code's discount in cents, even if the code can no longer be used: it's only compared with an open order's discount. */
export async function readDiscountCents({ content }: ServiceContext, db: Db | Tx, { offer, couponCode }: NewOrderTerms): Promise<number> {
	const discount = couponCode === null ? null : await findDiscount(content, db, couponCode)
	return applyDiscount(offer.amountCents, discount?.off ?? null).discountCents
}

async function findSameOrder(ctx: ServiceContext, tx: Tx, terms: NewOrderTerms): Promise<OrderRow | null> {
	const { offer, buyer, couponCode } = terms
	const code = couponCode === null ? null : normalizeCode(couponCode)
	const existing = await tx
		.selectFrom('orders')
		.selectAll()
		.where('buyer_key', '=', buyer.key)
		.where('product_code', '=', offer.code)
		.where('subtotal_cents', '=', offer.amountCents)
		.where('currency', '=', offer.currency)
		.where('discount_cents', '=', await readDiscountCents(ctx, tx, terms))
		.where('status', '=', 'pending')
		.where('abandoned_at', 'is', null)
		.where(sql<boolean>`course_ids = ${offer.opens.courses}::text[] and module_ids = ${offer.opens.modules}::smallint[]`)
		.where('discount_code', 'is not distinct from', code)
		.where('email', 'is not distinct from', buyer.email)
		.orderBy('created_at', 'desc')
		.executeTakeFirst()
	return existing ?? null
}

/** Creates the pending order and holds its discount code, or returns the order that a parallel request just created. */
export function openOrder(ctx: ServiceContext, terms: NewOrderTerms): Promise<OpenedOrder> {
	const { offer, buyer } = terms
	return inTransaction(ctx.db, async (tx) => {
		await sql`select pg_advisory_xact_lock(hashtextextended(${`buyer:${buyer.key}`}, 0))`.execute(tx)
		const now = ctx.now()
		const existing = await findSameOrder(ctx, tx, terms)
		if (existing)
			return {
				order: existing,
				discount: existing.discount_code === null ? null : await findDiscount(ctx.content, tx, existing.discount_code),
			}
		const discount = await lockAndRequireDiscount(ctx, tx, terms)
		const price = applyDiscount(offer.amountCents, discount?.off ?? null)
		const order = await tx
			.insertInto('orders')
			.values({
				user_id: buyer.userId,
				email: buyer.email,
				product_code: offer.code,
				product_name: offer.productName,
				...toContentsColumns(offer.opens),
				currency: offer.currency,
				subtotal_cents: price.subtotalCents,
				discount_cents: price.discountCents,
				total_cents: price.totalCents,
				discount_code: discount?.code ?? null,
				provider: ctx.payments.code,
				livemode: ctx.payments.isLive,
				buyer_key: buyer.key,
				client_address: ctx.clientAddress,
				refund_policy_version: currentRefundPolicy.version,
				age_rule_version: currentAgeRule.version,
				created_at: now,
				updated_at: now,
			})
			.returningAll()
			.executeTakeFirstOrThrow()
		if (discount) {
			const checkoutEnds = new Date(now.getTime() + ctx.payments.openForMs)
			await holdDiscount(tx, { orderId: order.id, code: discount.code, email: buyer.email, checkoutEnds })
		}
		return { order, discount }
	})
}
