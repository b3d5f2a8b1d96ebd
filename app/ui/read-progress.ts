export type ProgressReading = { state: 'known'; value: number; max: number; percent: number } | { state: 'indeterminate' }

/** Parses a value between 0 and its maximum; any other value is indeterminate. */
export function readProgress(value: number, max = 100): ProgressReading {
	if (!Number.isFinite(value) || !Number.isFinite(max) || max <= 0 || value < 0 || value > max) return { state: 'indeterminate' }
	return { state: 'known', value, max, percent: Math.round((value / max) * 100) }
}
