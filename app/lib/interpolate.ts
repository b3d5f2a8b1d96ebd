/** Returns `count` values that are evenly spaced along the polyline through `values`. If `count` is 1, returns its end. */
export function interpolate(values: readonly number[], count: number): number[] {
	const last = values.length - 1
	return Array.from({ length: count }, (_, index) => {
		const position = count > 1 ? (index / (count - 1)) * last : last
		const from = values[Math.floor(position)] ?? 0
		const to = values[Math.ceil(position)] ?? 0
		return Math.round(from + (to - from) * (position - Math.floor(position)))
	})
}
