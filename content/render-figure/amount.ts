/** Returns the singular of a unit; units are written in the plural. */
const unitOfOne = (unit: string) => (unit === 'people' ? 'person' : unit.replace(/([^s])s$/, '$1'))

/** Formats a number with its unit: $1,200, $7.50, -$40, 20%, 5 h, 12 visitors, 1 visitor. */
export function formatAmount(value: number, unit?: string): string {
	const isWhole = Number.isInteger(value)
	const digits = Math.abs(value).toLocaleString('en-US', {
		minimumFractionDigits: unit === '$' && !isWhole ? 2 : 0,
		maximumFractionDigits: Math.abs(value) < 1 ? 4 : 2,
	})
	const sign = value < 0 ? '−' : ''
	if (unit === '$') return `${sign}$${digits}`
	if (unit === '%') return `${sign}${digits}%`
	return unit ? `${sign}${digits} ${value === 1 ? unitOfOne(unit) : unit}` : sign + digits
}

const STEPS = [1, 2, 2.5, 5, 10]
/** True if a scale may have this step: 25 and 250, but not 2.5. */
const isRound = (step: number, power: number) => step !== 2.5 || power >= 10

/** Returns round numbers between `from` and `to`, at most `most` of them. */
export function roundTicks(from: number, to: number, most: number): number[] {
	const rough = (to - from) / Math.max(1, most - 1)
	const power = 10 ** Math.floor(Math.log10(rough))
	const step = (STEPS.find((candidate) => isRound(candidate, power) && candidate * power >= rough * 0.999) ?? 10) * power
	const first = Math.ceil(from / step - 1e-9)
	const count = Math.floor(to / step + 1e-9) - first + 1
	// Multiplies instead of adding repeatedly, which would accumulate rounding errors.
	return Array.from({ length: Math.max(0, count) }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** Returns the position of a value between two others, as a percentage for an SVG attribute. */
export const percentOf = (value: number, from: number, to: number): string =>
	`${Number((((value - from) / (to - from)) * 100).toFixed(2))}%`
