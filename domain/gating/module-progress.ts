/** Returns the nearest valid section index; 0 for NaN. */
export function clampSectionIndex(index: number, sectionCount: number): number {
	const last = Math.max(sectionCount - 1, 0)
	if (Number.isNaN(index)) return 0
	return Math.min(Math.max(Math.trunc(index), 0), last)
}

/** Returns index / (count - 1) as an unrounded percentage; 0 for fewer than two sections, where the formula would give NaN. */
export function moduleProgressPercent(index: number, sectionCount: number): number {
	if (!(sectionCount > 1)) return 0
	return (clampSectionIndex(index, sectionCount) / (sectionCount - 1)) * 100
}
