import type { DiscountOff } from './apply-discount.ts'

/** Rules of a discount code, from content/offers.json or the console. `null` means no limit, or no start or end date. */
export type Discount = {
	code: string
	off: DiscountOff
	offerCodes: readonly string[]
	startsAt: Date | null
	expiresAt: Date | null
	totalLimit: number | null
	perEmailLimit: number | null
}

/** The purchase for which a code is entered. The numbers of uses include those reserved by open checkouts. */
export type DiscountAttempt = { productCode: string; uses: number; usesByEmail: number; now: Date }

export type DiscountDecision =
	| { allowed: true }
	| { allowed: false; reason: 'not-started' | 'expired' | 'used-up' | 'already-used' | 'wrong-product' }

/** Decides whether a code is valid for a purchase: from `startsAt`, inclusive, until `expiresAt`, exclusive. */
export function checkDiscount(discount: Discount, attempt: DiscountAttempt): DiscountDecision {
	// Checked first: callers report `not-started` as an unknown code, so that upcoming codes aren't revealed.
	if (discount.startsAt !== null && attempt.now.getTime() < discount.startsAt.getTime()) return { allowed: false, reason: 'not-started' }
	if (!discount.offerCodes.includes(attempt.productCode)) return { allowed: false, reason: 'wrong-product' }
	if (discount.expiresAt !== null && attempt.now.getTime() >= discount.expiresAt.getTime()) return { allowed: false, reason: 'expired' }
	if (discount.perEmailLimit !== null && attempt.usesByEmail >= discount.perEmailLimit) return { allowed: false, reason: 'already-used' }
	if (discount.totalLimit !== null && attempt.uses >= discount.totalLimit) return { allowed: false, reason: 'used-up' }
	return { allowed: true }
}
