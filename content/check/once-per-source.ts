/**
 * Caches the result for a file's latest text: a check reads some files many times, and tests check hundreds of unchanged ones
 * again.
 */
export function oncePerSource<T>(read: (file: string, source: string) => T): (file: string, source: string) => T {
	const held = new Map<string, { source: string; value: T }>()
	return (file, source) => {
		const known = held.get(file)
		if (known?.source === source) return known.value
		const value = read(file, source)
		held.set(file, { source, value })
		return value
	}
}
