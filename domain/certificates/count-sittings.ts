/**
 * Counts sittings (study sessions). A pause of at least `pauseMs` begins a new one.
 * @param times milliseconds since 1970, in any order
 */
export function countSittings(times: readonly number[], pauseMs: number): number {
	const sorted = times.toSorted((a, b) => a - b)
	return sorted.filter((time, index) => index === 0 || time - (sorted[index - 1] ?? time) >= pauseMs).length
}
