/** Suffix of items that are announced but don't exist yet. */
export const COMING_LATER_MARK = ' (coming later)'

/** Splits items into available and upcoming ones. Removes the suffix of upcoming items, because they are listed separately. */
export function splitComingLater(items: readonly string[]): { included: string[]; later: string[] } {
	const isLater = (item: string) => item.includes(COMING_LATER_MARK)
	return {
		included: items.filter((item) => !isLater(item)),
		later: items.filter(isLater).map((item) => item.replaceAll(COMING_LATER_MARK, '')),
	}
}
