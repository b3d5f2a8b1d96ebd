import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import type { DiscountRefusal } from '#contracts/payments.ts'
import { checkDiscount, type Discount } from '#domain/pricing/check-discount.ts'
import type { Db, Tx } from '#server/db/database.ts'

import { findDiscount, normaliseCode } from './find-discount.ts'

export type DiscountUse = {
	code: string
	productCode: string
	/** The buyer's verified address: anyone can type an address. */
	email: string | null
	/** Only a preview: an open checkout of the same buyer is closed before the purchase. */
	isPreview?: boolean
	now: Date
}

export type DiscountVerdict = { accepted: true; discount: Discount } | { accepted: false; reason: DiscountRefusal; message: string }

const MESSAGES: Record<DiscountRefusal, string> = {
	unknown: 'This code does not exist. Check the spelling.',
	expired: 'This code has expired.',
	'used-up': 'This code has been used up.',
	'already-used': 'This code has already been used with this email address.',
	'wrong-product': 'This code is not for this product.',
	'sign-in-needed': 'This code is limited for each person. Sign in to use it.',
}

const refuse = (reason: DiscountRefusal): DiscountVerdict => ({ accepted: false, reason, message: MESSAGES[reason] })

/** Uses that count against the limits: paid ones, and those of open checkouts. */
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

/** True if this code may be used for this purchase. Reads only; see `lockDiscount` for the purchase itself. */
export async function decideDiscount(content: Content, db: Db | Tx, use: DiscountUse): Promise<DiscountVerdict> {
	const discount = await findDiscount(content, db, use.code)
	if (!discount) return refuse('unknown')
	const counts = await countUses(db, use)
	const decision = checkDiscount(discount, { productCode: use.productCode, now: use.now, ...counts })
	// One that has not begun is not announced: it does not exist yet.
	if (!decision.allowed) return refuse(decision.reason === 'not-started' ? 'unknown' : decision.reason)
	// The same answer for all without a verified address: a typed one would reveal who used the code, and bypass the limit.
	if (discount.perEmailLimit !== null && use.email === null) return refuse('sign-in-needed')
	return { accepted: true, discount }
}

/** Serializes purchases with one code until the transaction ends, so that a limit cannot be exceeded. */
export async function lockDiscount(tx: Tx, code: string): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended(${`discount:${normaliseCode(code)}`}, 0))`.execute(tx)
}
