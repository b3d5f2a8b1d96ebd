import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import type { CheckDiscount, DiscountPreview, DiscountRefusal } from '#contracts/payments.ts'
import { applyDiscount } from '#domain/pricing/apply-discount.ts'
import { checkDiscount, type Discount } from '#domain/pricing/check-discount.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { requireOffer } from '#server/services/commerce/offers/find-offer.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/list-entitlements.ts'

import { findDiscount, normaliseCode } from './find-discount.ts'

/**
 * Previews the price with a code. Reserves nothing: opening the checkout checks the code again.
 * @throws ServiceError `unknown_product` (404)
 */
export async function previewDiscount(ctx: ServiceContext, input: CheckDiscount): Promise<DiscountPreview> {
	const offer = requireOffer(ctx.content, input.productName)
	const email = ctx.actor.type === 'learner' ? await findVerifiedEmail(ctx.db, ctx.actor.userId) : null
	const use = { code: input.code, productCode: offer.code, email, isPreview: true, now: ctx.now() }
	const verdict = await decideDiscount(ctx.content, ctx.db, use)
	const amounts = { currency: offer.currency, ...applyDiscount(offer.amountCents, verdict.accepted ? verdict.discount.off : null) }
	if (!verdict.accepted) return { accepted: false, reason: verdict.reason, message: verdict.message, amounts }
	return { accepted: true, code: verdict.discount.code, amounts }
}

export type DiscountUse = {
	code: string
	productCode: string
	/** The buyer's verified address; null if unverified, since anyone can enter any address. */
	email: string | null
	/** True for a preview, which doesn't count the buyer's own open checkout: a purchase would close it first. */
	isPreview?: boolean
	now: Date
}

export type DiscountVerdict = { accepted: true; discount: Discount } | { accepted: false; reason: DiscountRefusal; message: string }

const MESSAGES: Record<DiscountRefusal, string> = {
	unknown: 'This code doesn’t exist. Check the spelling.',
	expired: 'This code has expired.',
	'used-up': 'This code has been used up.',
	'already-used': 'This code has already been used with this email address.',
	'wrong-product': 'This code isn’t valid for this product.',
	'sign-in-needed': 'This code has a limit per person. Sign in to use it.',
}

const refuse = (reason: DiscountRefusal): DiscountVerdict => ({ accepted: false, reason, message: MESSAGES[reason] })

/** Counts uses against the limits: paid orders and open checkouts. */
async function countUses(db: Db | Tx, { code, email, isPreview = false, now }: DiscountUse) {
	const row = await db
		.selectFrom('discount_redemptions')
		.select(({ fn, eb }) => [
			fn.countAll<number>().as('uses'),
			fn
				.countAll<number>()
				.filterWhere(eb.and([eb('email', '=', email ?? ''), ...(isPreview ? [eb('state', '=', 'redeemed')] : [])]))
				.as('uses_by_email'),
		])
		.where('code', '=', normaliseCode(code))
		.where((eb) => eb.or([eb('state', '=', 'redeemed'), eb.and([eb('state', '=', 'held'), eb('held_until', '>', now)])]))
		.executeTakeFirstOrThrow()
	return { uses: row.uses, usesByEmail: row.uses_by_email }
}

/** Decides whether a code may be used for this purchase. Only reads; a purchase must also hold `lockDiscount`. */
export async function decideDiscount(content: Content, db: Db | Tx, use: DiscountUse): Promise<DiscountVerdict> {
	const discount = await findDiscount(content, db, use.code)
	if (!discount) return refuse('unknown')
	const counts = await countUses(db, use)
	const decision = checkDiscount(discount, { productCode: use.productCode, now: use.now, ...counts })
	// Don't reveal a code before its start date.
	if (!decision.allowed) return refuse(decision.reason === 'not-started' ? 'unknown' : decision.reason)
	// Without a verified address, refuse in any case: counting unverified addresses would reveal who used the code.
	if (discount.perEmailLimit !== null && use.email === null) return refuse('sign-in-needed')
	return { accepted: true, discount }
}

/** Serializes purchases with one code until the transaction ends, so that they can't exceed its limit. */
export async function lockDiscount(tx: Tx, code: string): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended(${`discount:${normaliseCode(code)}`}, 0))`.execute(tx)
}
