/** Returns `count` values, evenly spaced along the line through `values`. A single one is at the line's end. */
export function interpolate(values: readonly number[], count: number): number[] {
	const last = values.length - 1
	return Array.from({ length: count }, (_, index) => {
		const position = count > 1 ? (index / (count - 1)) * last : last
		const from = values[Math.floor(position)] ?? 0
		const to = values[Math.ceil(position)] ?? 0
		return Math.round(from + (to - from) * (position - Math.floor(position)))
	})
}
