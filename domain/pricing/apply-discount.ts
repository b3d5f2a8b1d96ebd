/** Discount in whole percent, or in integer cents. */
export type DiscountOff = { percent: number } | { amountCents: number }

export type DiscountedPrice = { subtotalCents: number; discountCents: number; totalCents: number }

/**
 * Applies a discount, rounded to the nearest cent, half a cent up, as the payment provider does.
 * @param subtotalCents integer cents before the discount
 */
export function applyDiscount(subtotalCents: number, off: DiscountOff | null): DiscountedPrice {
	const wanted = off === null ? 0 : 'percent' in off ? Math.floor((subtotalCents * off.percent + 50) / 100) : off.amountCents
	const discountCents = Math.min(wanted, subtotalCents)
	return { subtotalCents, discountCents, totalCents: subtotalCents - discountCents }
}
