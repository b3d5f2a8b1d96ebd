/** Follows the words for something that is announced and does not exist yet. */
export const COMING_LATER_MARK = ' (coming later)'

/** Splits an offer's contents into available and upcoming ones; upcoming ones lose their mark, since they are listed separately. */
export function splitComingLater(items: readonly string[]): { included: string[]; later: string[] } {
	const isLater = (item: string) => item.includes(COMING_LATER_MARK)
	return {
		included: items.filter((item) => !isLater(item)),
		later: items.filter(isLater).map((item) => item.replaceAll(COMING_LATER_MARK, '')),
	}
}
