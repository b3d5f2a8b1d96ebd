/**
 * Sorts columns as the person arranged them. A column that isn't in `order`, such as a new one, follows the column that
 * precedes it by default.
 * @param order names of columns
 */
export function orderColumns<Column>(columns: readonly Column[], order: readonly string[], nameOf: (column: Column) => string): Column[] {
	if (order.length === 0) return [...columns]
	let last = -1
	const ranked = columns.map((column) => {
		const rank = order.indexOf(nameOf(column))
		if (rank >= 0) last = rank
		return { column, rank: last }
	})
	return ranked.toSorted((one, other) => one.rank - other.rank).map(({ column }) => column)
}

/** Moves a column one place forward or back. Returns the order unchanged if there is no place to move to. */
export function moveColumn(order: readonly string[], name: string, by: -1 | 1): string[] {
	const at = order.indexOf(name)
	const other = order[at + by]
	if (at < 0 || other === undefined) return [...order]
	return order.map((each) => (each === name ? other : each === other ? name : each))
}
