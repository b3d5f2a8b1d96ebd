/**
 * Returns columns in a person's order. Columns that the order doesn't name, such as new ones, stay after the column before them.
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

/** Returns the order with one column a place earlier or later. At the end of the list, it stays. */
export function moveColumn(order: readonly string[], name: string, by: -1 | 1): string[] {
	const at = order.indexOf(name)
	const other = order[at + by]
	if (at < 0 || other === undefined) return [...order]
	return order.map((each) => (each === name ? other : each === other ? name : each))
}
