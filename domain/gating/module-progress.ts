/** NaN becomes 0. */
export function clampSectionIndex(index: number, sectionCount: number): number {
	const last = Math.max(sectionCount - 1, 0)
	if (Number.isNaN(index)) return 0
	return Math.min(Math.max(Math.trunc(index), 0), last)
}

/** Unrounded: index / (count - 1) x 100. 0 for a module with one section or none, where the formula would return NaN. */
export function moduleProgressPercent(index: number, sectionCount: number): number {
	if (!(sectionCount > 1)) return 0
	return (clampSectionIndex(index, sectionCount) / (sectionCount - 1)) * 100
}
