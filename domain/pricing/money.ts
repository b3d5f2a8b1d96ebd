/**
 * Money in United States format: `$47.00`, `$37.60`.
 * @param cents integer cents
 */
export function formatMoney(cents: number): string {
	const sign = cents < 0 ? '-' : ''
	const whole = Math.trunc(Math.abs(cents) / 100)
	const rest = String(Math.abs(cents) % 100).padStart(2, '0')
	return `${sign}$${String(whole).replace(/\B(?=(?:\d{3})+$)/g, ',')}.${rest}`
}

/** A price as texts show it: `$47` for whole dollars, `$37.60` otherwise. */
export const formatPrice = (cents: number): string => formatMoney(cents).replace(/\.00$/, '')

/** How many decimals a currency has, by ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. @param currency any case */
const decimalsOf = (currency: string): number =>
	new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount as a number for machines: `37.60`, `3760` of a currency without cents. */
export function decimalOf(amount: number, currency: string): string {
	const decimals = decimalsOf(currency)
	const sign = amount < 0 ? '-' : ''
	const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
	return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
