/** Rows of a page of a list. */
export const PAGE_SIZE = 50

/**
 * One page of a list that is read by key, never by number. The query asks for one row more than a page, so that a full last page
 * has no link to an empty one.
 * @param found at most `PAGE_SIZE + 1` rows
 * @param toCursor where the page after this row begins
 * @param rest where rows begin that the query did not look at; null when it looked at all
 */
export function toPage<T>(
	found: readonly T[],
	toCursor: (last: T) => string,
	rest: string | null = null,
): { rows: T[]; next: string | null } {
	const rows = found.slice(0, PAGE_SIZE)
	const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined
	return { rows, next: last === undefined ? rest : toCursor(last) }
}
