/** With or without commas between thousands; what stands for the unit may be written too. */
const FIGURE = /^\$?\s*(?<sign>-?)\s*\$?\s*(?<digits>\d{1,3}(?:,\d{3})+|\d*)(?<rest>\.\d*)?\s*(?:%|h|hours?)?$/i
const LARGEST = 1e12

/** The number that somebody typed, or null where it is none: `1,200`, `$40`, `12.50`, `20 %`. `1,5` could be either, so it is none. */
export function readFigure(typed: string): number | null {
	const { sign = '', digits = '', rest = '' } = FIGURE.exec(typed.trim())?.groups ?? {}
	if (!/\d/.test(digits + rest)) return null
	const value = Number(`${sign}${digits.replaceAll(',', '')}${rest}`)
	return Math.abs(value) <= LARGEST ? value : null
}
