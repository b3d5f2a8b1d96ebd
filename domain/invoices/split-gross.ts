const WHOLE = 10_000

export type SplitPrice = { netCents: number; taxCents: number; grossCents: number }

/**
 * Splits a price into net and tax. As in EN 16931, rounds the net to the cent, half up; the tax is the rest, so that both add up to the
 * price.
 * @param grossCents not negative
 * @param rateBasisPoints hundredths of a percent: 1900 is 19%
 */
export function splitGross(grossCents: number, rateBasisPoints: number): SplitPrice {
	const divisor = WHOLE + rateBasisPoints
	const netCents = Math.floor((2 * WHOLE * grossCents + divisor) / (2 * divisor))
	return { netCents, taxCents: grossCents - netCents, grossCents }
}
