/** Returns heights for `count` places, evenly spaced along a line through `heights`. A single place is at the line's end. */
export function interpolateHeights(heights: readonly number[], count: number): number[] {
	const last = heights.length - 1
	return Array.from({ length: count }, (_, index) => {
		const way = count > 1 ? (index / (count - 1)) * last : last
		const from = heights[Math.floor(way)] ?? 0
		const to = heights[Math.ceil(way)] ?? 0
		return Math.round(from + (to - from) * (way - Math.floor(way)))
	})
}
