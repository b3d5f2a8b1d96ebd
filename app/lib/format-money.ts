const formatters = new Map<string, Intl.NumberFormat>()

function formatter(currency: string, digits: number): Intl.NumberFormat {
	const key = `${currency}:${digits}`
	let format = formatters.get(key)
	if (!format) {
		format = new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits })
		formatters.set(key, format)
	}
	return format
}

/**
 * Money as the pages write it: `$47` for whole amounts, `$37.60` otherwise.
 * @param cents integer minor units
 * @param currency ISO 4217, either case
 */
export const formatMoney = (cents: number, currency = 'USD'): string =>
	formatter(currency.toUpperCase(), cents % 100 === 0 ? 0 : 2).format(cents / 100)
