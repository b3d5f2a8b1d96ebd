/** Default rows per page of a list. */
export const PAGE_SIZE = 50
export const PAGE_SIZES: readonly number[] = [25, PAGE_SIZE, 100]

type PageOptions = {
	size?: number
	/** Cursor of the rows that the query didn't examine; null if it examined all. */
	rest?: string | null
}

/**
 * Splits off the extra row that the query reads, so that a full last page doesn't link to an empty one.
 * @param found at most one row more than the size
 * @param toCursor cursor of the page after a row
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
