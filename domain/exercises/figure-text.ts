import type { NumberType } from './exercise.ts'

const plain = (value: number, digits: number) =>
	value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: Math.max(digits, 2) })

/** Formats a number as `$1,234.50`, `20%` or `1 hour`. Cents are omitted or shown with both digits. */
export function formatFigure(value: number, format: NumberType): string {
	const rounded = Math.round((value + Number.EPSILON) * 100) / 100
	switch (format) {
		case 'number':
			return plain(rounded, 0)
		case 'money':
			return `${rounded < 0 ? '-' : ''}$${plain(Math.abs(rounded), Number.isInteger(rounded) ? 0 : 2)}`
		case 'percent':
			return `${plain(rounded, 0)}%`
		case 'hours':
			return `${plain(rounded, 0)} ${rounded === 1 ? 'hour' : 'hours'}`
	}
}

/** A number with or without thousands separators and unit. */
const FIGURE = /^\$?\s*(?<sign>-?)\s*\$?\s*(?<digits>\d{1,3}(?:,\d{3})+|\d*)(?<rest>\.\d*)?\s*(?:%|h|hours?)?$/i
const LARGEST = 1e12

/** Parses a typed number: `1,200`, `$40`, `12.50`, `20 %`. Returns null if invalid or ambiguous, like `1,5`. */
export function readFigure(typed: string): number | null {
	const { sign = '', digits = '', rest = '' } = FIGURE.exec(typed.trim())?.groups ?? {}
	if (!/\d/.test(digits + rest)) return null
	const value = Number(`${sign}${digits.replaceAll(',', '')}${rest}`)
	return Math.abs(value) <= LARGEST ? value : null
}
