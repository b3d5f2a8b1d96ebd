import type { Selectable } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { oncePerContent } from '#content/once-per-content.ts'
import type { Discount } from '#domain/pricing/check-discount.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { DiscountCodes } from '#server/db/row-types.ts'

export const normaliseCode = (typed: string) => typed.trim().toUpperCase()

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

/** Returns the rules of a code; null if there is no such code. */
export async function findDiscount(content: Content, db: Db | Tx, typed: string): Promise<Discount | null> {
	const code = normaliseCode(typed)
	const inFile = listCodesOfContent(content).find((discount) => discount.code === code)
	if (inFile) return inFile
	const row = await db.selectFrom('discount_codes').selectAll().where('code', '=', code).executeTakeFirst()
	return row ? toDiscount(row) : null
}

/** Lists every code that hasn't expired, from content and console. */
export async function listDiscounts(content: Content, db: Db | Tx, now: Date): Promise<Discount[]> {
	const rows = await db.selectFrom('discount_codes').selectAll().orderBy('code').execute()
	const own = listCodesOfContent(content)
	const given = rows.filter(({ code }) => own.every((discount) => discount.code !== code)).map(toDiscount)
	return [...own, ...given].filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > now.getTime())
}

/**
 * True if the code may be entered on the provider's page: the provider enforces expiry dates, but not limits or a restriction to
 * certain offers.
 */
export const isEnterableAtProvider = ({ offers }: Content, { totalLimit, perEmailLimit, offerCodes }: Discount) =>
	totalLimit === null && perEmailLimit === null && offers.every(({ code }) => offerCodes.includes(code))

/** True if a coupon made in the console is valid now. The provider's page knows none of them, so it would refuse the code. */
export const hasConsoleCoupons = async (db: Db | Tx, now: Date): Promise<boolean> =>
	(await db
		.selectFrom('discount_codes')
		.select('code')
		.where('ended_at', 'is', null)
		.where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
		.where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
		.limit(1)
		.executeTakeFirst()) !== undefined

export const findTypableDiscounts = (content: Content, now: Date): Discount[] =>
	listCodesOfContent(content).filter(
		(discount) => isEnterableAtProvider(content, discount) && (discount.expiresAt === null || discount.expiresAt.getTime() > now.getTime()),
	)
