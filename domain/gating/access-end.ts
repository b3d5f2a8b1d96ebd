/**
 * Returns when access through several entitlements ends: with the last of them, and never if one has no end. So buying again, or being
 * given more, while access still runs can only extend it; and what ends never shortens what stays.
 * @param ends null for no end
 */
export const latestEnd = (ends: readonly (Date | null)[]): Date | null =>
	ends.includes(null) ? null : (ends.toSorted((a, b) => Number(a) - Number(b)).at(-1) ?? null)
