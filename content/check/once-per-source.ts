/** Caches a result until the file's text changes, because a check reads some files many times. */
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
