/**
 * Returns when access through several entitlements ends: with the last of them, or never (null) if one has no end. So
 * another purchase or gift can only extend access, and an entitlement that ends doesn't shorten the others.
 * @param ends null for no end
 */
export const latestEnd = (ends: readonly (Date | null)[]): Date | null =>
	ends.includes(null) ? null : (ends.toSorted((a, b) => Number(a) - Number(b)).at(-1) ?? null)
