import type { NumberType } from './exercise.ts'

const plain = (value: number, digits: number) =>
	value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: Math.max(digits, 2) })

/** Formats a figure: `$1,234.50`, `20%`, `1 hour`. At most two decimals; cents are omitted or shown with both. */
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
