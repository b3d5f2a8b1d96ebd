/** Formats a size such as `430 kB`, `12 MB` or `1.2 GB`. */
export function formatBytes(bytes: number): string {
	if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3)).toLocaleString('en-US')} kB`
	if (bytes < 1e9) return `${Math.round(bytes / 1e6).toLocaleString('en-US')} MB`
	return `${(bytes / 1e9).toLocaleString('en-US', { maximumFractionDigits: 1 })} GB`
}
