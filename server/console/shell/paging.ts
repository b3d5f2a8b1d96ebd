/** Rows of a page of a list, unless its reader chose another size. */
export const PAGE_SIZE = 50
export const PAGE_SIZES: readonly number[] = [25, PAGE_SIZE, 100]

type PageOptions = {
	size?: number
	/** Start of the rows that the query did not examine; null when it examined all. */
	rest?: string | null
}

/**
 * One page of a list that is read by key, never by number. The query asks for one row more than a page, so that a full last page
 * has no link to an empty one.
 * @param found at most one row more than the size
 * @param toCursor where the page after this row begins
 */
export function toPage<T>(
	found: readonly T[],
	toCursor: (last: T) => string,
	{ size = PAGE_SIZE, rest = null }: PageOptions = {},
): { rows: T[]; next: string | null } {
	const rows = found.slice(0, size)
	const last = found.length > size ? rows.at(-1) : undefined
	return { rows, next: last === undefined ? rest : toCursor(last) }
}
