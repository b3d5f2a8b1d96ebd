/** With or without thousands separators and unit. */
const FIGURE = /^\$?\s*(?<sign>-?)\s*\$?\s*(?<digits>\d{1,3}(?:,\d{3})+|\d*)(?<rest>\.\d*)?\s*(?:%|h|hours?)?$/i
const LARGEST = 1e12

/** Parses a typed number, or returns null: `1,200`, `$40`, `12.50`, `20 %`. `1,5` is ambiguous, so it is null. */
export function readFigure(typed: string): number | null {
	const { sign = '', digits = '', rest = '' } = FIGURE.exec(typed.trim())?.groups ?? {}
	if (!/\d/.test(digits + rest)) return null
	const value = Number(`${sign}${digits.replaceAll(',', '')}${rest}`)
	return Math.abs(value) <= LARGEST ? value : null
}
