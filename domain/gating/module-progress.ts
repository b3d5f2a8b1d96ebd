/** A section index that exists: whole, at least 0, at most the last one. Anything else becomes the nearest, NaN becomes 0. */
export function clampSectionIndex(index: number, sectionCount: number): number {
	const last = Math.max(sectionCount - 1, 0)
	if (Number.isNaN(index)) return 0
	return Math.min(Math.max(Math.trunc(index), 0), last)
}

/**
 * Position of a section in its module, in percent from 0 to 100, not rounded: index / (count - 1) x 100. A module of one section or none is
 * at 0: the formula would give NaN.
 */
export function moduleProgressPercent(index: number, sectionCount: number): number {
	if (!(sectionCount > 1)) return 0
	return (clampSectionIndex(index, sectionCount) / (sectionCount - 1)) * 100
}
