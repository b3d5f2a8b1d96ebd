/** Number of decimals by currency, cached because Intl is slow and a year's CSV formats a million amounts. */
const DECIMALS = new Map<string, number>()

/**
 * Returns the number of decimals in ISO 4217: 2 for USD, 0 for JPY, 3 for KWD.
 * @param currency any case
 */
export function decimalsOf(currency: string): number {
	const known = DECIMALS.get(currency)
	if (known !== undefined) return known
	const decimals = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
	DECIMALS.set(currency, decimals)
	return decimals
}

/** @param fraction number of decimals shown */
const write = (value: number, currency: string, fraction: number) =>
	new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: fraction, maximumFractionDigits: fraction }).format(
		value,
	)

/**
 * Formats money as in the United States: `$47.00`, `€37.60`, `¥4,700`.
 * @param amount integer in the smallest unit: cents, or yen
 * @param currency ISO 4217, any case
 */
export function formatMoney(amount: number, currency: string): string {
	const decimals = decimalsOf(currency)
	return write(amount / 10 ** decimals, currency, decimals)
}

/** Formats a price for texts: `$47` for whole dollars, `$37.60` otherwise. */
export function formatPrice(amount: number, currency: string): string {
	const decimals = decimalsOf(currency)
	const value = amount / 10 ** decimals
	return write(value, currency, Number.isInteger(value) ? 0 : decimals)
}

/** Formats an amount for machines: `37.60`, or `3760` if the currency has no cents. */
export function decimalOf(amount: number, currency: string): string {
	const decimals = decimalsOf(currency)
	const sign = amount < 0 ? '-' : ''
	const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
	return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Matches groups of three digits, with a different separator before the decimals: `1,234.50`, `1.234,50`. */
const GROUPED = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/
const PLAIN = /^(\d{1,9})(?:([.,])(\d+))?$/

/** True if an amount is ambiguous, such as `1,234` in a currency with cents: one thousand, or a decimal number. */
export const isAmbiguousAmount = (typed: string, currency: string): boolean =>
	decimalsOf(currency) > 0 && /^\d{1,3}[.,]\d{3}$/.test(typed.trim()) && parseAmount(typed, currency) === null

/**
 * Parses `47.00`, `47,5`, `1,234.50`, `1.234,50` or `47`; `4700` if the currency has no cents.
 * @returns an exact integer in the smallest unit; null for anything else, such as `1,234` (ambiguous), `47.505` or `1e3`
 */
export function parseAmount(typed: string, currency: string): number | null {
	const decimals = decimalsOf(currency)
	const text = typed.trim()
	const read = (digits: string, fraction = '') => {
		const whole = digits.replaceAll(/[.,]/g, '')
		return whole.length > 9 || fraction.length > decimals ? null : Number(whole + fraction.padEnd(decimals, '0'))
	}
	const [, plain, sign, fraction] = PLAIN.exec(text) ?? []
	// In currencies with three decimals, "1,234" is read as a thousand, "1.234" as a decimal.
	if (plain !== undefined && !(sign === ',' && decimals === 3)) {
		const amount = read(plain, fraction)
		if (amount !== null || decimals > 0) return amount
	}
	const [, grouped, separator = '', rest] = GROUPED.exec(text) ?? []
	if (grouped === undefined) return null
	const isAmbiguous = decimals > 0 && rest === undefined && grouped.split(separator).length === 2
	return isAmbiguous ? null : read(grouped, rest)
}

/** Returns the sign of a currency, such as `$`, or its code. */
export const currencySign = (currency: string) => {
	try {
		const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0)
		return parts.find(({ type }) => type === 'currency')?.value ?? currency
	} catch {
		return currency
	}
}
