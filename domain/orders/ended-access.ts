/** `endedAt`: null if access hasn't ended. `modules`: everything that the order opens, or opened. */
type OrderAccess = { product: string; endedAt: Date | null; modules: ReadonlySet<number> }

/**
 * Finds the order whose access ended last, unless other orders, such as a bundle, still open everything in it.
 * @param open modules that are open now
 */
export function findEndedAccess(orders: readonly OrderAccess[], open: ReadonlySet<number>): { product: string; endedAt: string } | null {
	const ended = orders.flatMap(({ product, endedAt, modules }) =>
		endedAt !== null && [...modules].some((id) => !open.has(id)) ? [{ product, endedAt: endedAt.toISOString() }] : [],
	)
	return ended.toSorted((a, b) => a.endedAt.localeCompare(b.endedAt)).at(-1) ?? null
}
