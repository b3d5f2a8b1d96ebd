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
