/** Follows the words for something that is announced and does not exist yet. */
export const COMING_LATER_MARK = ' (coming later)'

/** Splits what an offer includes into what is there and what comes later, which loses its mark: it is listed apart. */
export function splitComingLater(items: readonly string[]): { included: string[]; later: string[] } {
	const isLater = (item: string) => item.includes(COMING_LATER_MARK)
	return {
		included: items.filter((item) => !isLater(item)),
		later: items.filter(isLater).map((item) => item.replaceAll(COMING_LATER_MARK, '')),
	}
}
