/** Suffix of items that are announced but don't exist yet. */
export const COMING_LATER_MARK = ' (coming later)'

/** The suffix is removed, because upcoming items are listed separately. */
export function splitComingLater(items: readonly string[]): { included: string[]; later: string[] } {
	const isLater = (item: string) => item.includes(COMING_LATER_MARK)
	return {
		included: items.filter((item) => !isLater(item)),
		later: items.filter(isLater).map((item) => item.replaceAll(COMING_LATER_MARK, '')),
	}
}
