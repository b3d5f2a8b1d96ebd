import { type Selectable, sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { oncePerContent } from '#content/once-per-content.ts'
import type { CheckDiscount, DiscountPreview, DiscountRefusal } from '#contracts/payments.ts'
import { applyDiscount } from '#domain/pricing/apply-discount.ts'
import { checkDiscount, type Discount } from '#domain/pricing/check-discount.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { DiscountCodes } from '#server/db/row-types.ts'
import { requireOffer } from '#server/services/commerce/offers/find-offer.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/entitlements.ts'

export const normalizeCode = (typed: string) => typed.trim().toUpperCase()

export const listCodesOfContent = oncePerContent(({ discountCodes }): readonly Discount[] =>
	discountCodes.map((code) => ({
		code: code.code,
		off: code.kind === 'percent' ? { percent: code.percent } : { amountCents: code.amountOffCents },
		offerCodes: code.offerCodes,
		startsAt: null,
		expiresAt: code.expiresAt === null ? null : new Date(code.expiresAt),
		totalLimit: code.totalLimit,
		perEmailLimit: code.perEmailLimit,
	})),
)

/** Returns the end of a code: its expiry date, or the time when the operator ended it if that is earlier. */
const endOf = ({ expires_at: expires, ended_at: ended }: Selectable<DiscountCodes>) =>
	ended !== null && (expires === null || ended < expires) ? ended : expires

export const toDiscount = (row: Selectable<DiscountCodes>): Discount => ({
	code: row.code,
	off: row.percent === null ? { amountCents: row.amount_off_cents ?? 0 } : { percent: row.percent },
	offerCodes: row.offer_codes,
	startsAt: row.starts_at,
	expiresAt: endOf(row),
	totalLimit: row.total_limit,
	perEmailLimit: row.per_email_limit,
})

/** True if the content defines this code, which then takes precedence over a coupon made in the console. */
export const isCodeOfContent = (content: Content, code: string): boolean =>
	listCodesOfContent(content).some((discount) => discount.code === code)

export async function findDiscount(content: Content, db: Db | Tx, typed: string): Promise<Discount | null> {
	const code = normalizeCode(typed)
	const inFile = listCodesOfContent(content).find((discount) => discount.code === code)
	if (inFile) return inFile
	const row = await db.selectFrom('discount_codes').selectAll().where('code', '=', code).executeTakeFirst()
	return row ? toDiscount(row) : null
}

export async function listDiscounts(content: Content, db: Db | Tx, now: Date): Promise<Discount[]> {
	const rows = await db.selectFrom('discount_codes').selectAll().orderBy('code').execute()
	const fromContent = listCodesOfContent(content)
	const fromConsole = rows.filter(({ code }) => fromContent.every((discount) => discount.code !== code)).map(toDiscount)
	return [...fromContent, ...fromConsole].filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > now.getTime())
}

/**
 * True if the code may be entered on the provider's page: the provider enforces expiry dates, but not limits or a restriction to
 * certain offers.
 */
export const isEnterableAtProvider = ({ offers }: Content, { totalLimit, perEmailLimit, offerCodes }: Discount) =>
	totalLimit === null && perEmailLimit === null && offers.every(({ code }) => offerCodes.includes(code))

/** True if a coupon made in the console is valid now. The provider doesn't know these, so its page would refuse the code. */
export const hasConsoleCoupons = async (db: Db | Tx, now: Date): Promise<boolean> =>
	(await db
		.selectFrom('discount_codes')
		.select('code')
		.where('ended_at', 'is', null)
		.where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
		.where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
		.limit(1)
		.executeTakeFirst()) !== undefined

export const findEnterableDiscounts = (content: Content, now: Date): Discount[] =>
	listCodesOfContent(content).filter(
		(discount) => isEnterableAtProvider(content, discount) && (discount.expiresAt === null || discount.expiresAt.getTime() > now.getTime()),
	)

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
		.where('code', '=', normalizeCode(code))
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
	// Always refuse an unverified address: counting its uses would reveal whether someone else has used the code.
	if (discount.perEmailLimit !== null && use.email === null) return refuse('sign-in-needed')
	return { accepted: true, discount }
}

/** Serializes purchases with one code until the transaction ends, so that they can't exceed its limit. */
export async function lockDiscount(tx: Tx, code: string): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended(${`discount:${normalizeCode(code)}`}, 0))`.execute(tx)
}
