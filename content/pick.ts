/**
 * Returns the first matching item.
 * @param wanted names the item in the error
 * @throws Error if none matches
 */
export function pick<T>(items: readonly T[], matches: (item: T) => boolean, wanted: string): T {
	const found = items.find(matches)
	if (found === undefined) throw new Error(`Content names an unknown ${wanted}`)
	return found
}
