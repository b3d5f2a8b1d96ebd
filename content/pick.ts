/** The first item that matches. @throws Error that names what was wanted */
export function pick<T>(items: readonly T[], matches: (item: T) => boolean, wanted: string): T {
	const found = items.find(matches)
	if (found === undefined) throw new Error(`Content names an unknown ${wanted}`)
	return found
}
