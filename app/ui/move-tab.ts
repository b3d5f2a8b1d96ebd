/** Returns the tab that a key selects in WAI-ARIA tabs, or null for other keys. Wraps around at both ends. */
export function moveTab(key: string, index: number, count: number): number | null {
	if (key === 'ArrowRight') return (index + 1) % count
	if (key === 'ArrowLeft') return (index - 1 + count) % count
	if (key === 'Home') return 0
	if (key === 'End') return count - 1
	return null
}
