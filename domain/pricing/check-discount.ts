import type { DiscountOff } from './apply-discount.ts'

/** Rules of one code, of content/offers.json or of the console. `null` means: no limit, no first or last day. */
export type Discount = {
	code: string
	off: DiscountOff
	offerCodes: readonly string[]
	startsAt: Date | null
	expiresAt: Date | null
	totalLimit: number | null
	perEmailLimit: number | null
}

/** Facts about the attempt: uses so far include those held by open checkouts. */
export type DiscountAttempt = { productCode: string; uses: number; usesByEmail: number; now: Date }

export type DiscountDecision =
	| { allowed: true }
	| { allowed: false; reason: 'not-started' | 'expired' | 'used-up' | 'already-used' | 'wrong-product' }

/** True if this code may be used for this purchase now. It begins with `startsAt`; the instant of expiry itself is already too late. */
export function checkDiscount(discount: Discount, attempt: DiscountAttempt): DiscountDecision {
	// First of all: a code that has not begun is answered as one that does not exist, whatever it is tried with.
	if (discount.startsAt !== null && attempt.now.getTime() < discount.startsAt.getTime()) return { allowed: false, reason: 'not-started' }
	if (!discount.offerCodes.includes(attempt.productCode)) return { allowed: false, reason: 'wrong-product' }
	if (discount.expiresAt !== null && attempt.now.getTime() >= discount.expiresAt.getTime()) return { allowed: false, reason: 'expired' }
	if (discount.perEmailLimit !== null && attempt.usesByEmail >= discount.perEmailLimit) return { allowed: false, reason: 'already-used' }
	if (discount.totalLimit !== null && attempt.uses >= discount.totalLimit) return { allowed: false, reason: 'used-up' }
	return { allowed: true }
}
