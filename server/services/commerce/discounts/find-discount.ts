import type { Selectable } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { oncePerContent } from '#content/once-per-content.ts'
import type { Discount } from '#domain/pricing/check-discount.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { DiscountCodes } from '#server/db/row-types.ts'

/** A typed code in its stored form: upper case, trimmed. */
export const normaliseCode = (typed: string) => typed.trim().toUpperCase()

/** The codes of content/offers.json. */
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

/** One that was ended by hand has expired. */
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

/** True if content/offers.json has this code; no coupon of the console takes its place. */
export const isCodeOfContent = (content: Content, code: string): boolean =>
	listCodesOfContent(content).some((discount) => discount.code === code)

/** Rules of a code: from content/offers.json first, then from the coupons of the console. Null if there are none. */
export async function findDiscount(content: Content, db: Db | Tx, typed: string): Promise<Discount | null> {
	const code = normaliseCode(typed)
	const inFile = listCodesOfContent(content).find((discount) => discount.code === code)
	if (inFile) return inFile
	const row = await db.selectFrom('discount_codes').selectAll().where('code', '=', code).executeTakeFirst()
	return row ? toDiscount(row) : null
}

/** Every code that has not expired, from the file and from the console. */
export async function listDiscounts(content: Content, db: Db | Tx, now: Date): Promise<Discount[]> {
	const rows = await db.selectFrom('discount_codes').selectAll().orderBy('code').execute()
	const own = listCodesOfContent(content)
	const given = rows.filter(({ code }) => own.every((discount) => discount.code !== code)).map(toDiscount)
	return [...own, ...given].filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > now.getTime())
}

/**
 * True if the buyer may also type this code at the provider. Only if the provider can enforce all its rules: it knows expiry dates, but not
 * the offer, our other orders or the limits per address.
 */
export const isTypable = ({ offers }: Content, { totalLimit, perEmailLimit, offerCodes }: Discount) =>
	totalLimit === null && perEmailLimit === null && offers.every(({ code }) => offerCodes.includes(code))

/** The codes of the file that a buyer may type at the provider now. */
export const findTypableDiscounts = (content: Content, now: Date): Discount[] =>
	listCodesOfContent(content).filter(
		(discount) => isTypable(content, discount) && (discount.expiresAt === null || discount.expiresAt.getTime() > now.getTime()),
	)
