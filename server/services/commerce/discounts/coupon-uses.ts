import { type Db, isUuid, type Tx } from '#server/db/database.ts'

export type UseCounts = { /** Paid orders. */ paid: number; /** Open checkouts. */ held: number }

/** Counts paid and held uses per code. Codes without uses are missing from the map. */
export async function countCouponUses(db: Db | Tx, codes: readonly string[], now: Date): Promise<ReadonlyMap<string, UseCounts>> {
	if (codes.length === 0) return new Map()
	const uses = db
		.selectFrom('discount_redemptions')
		.where('code', 'in', codes)
		.select(['code', (eb) => eb.fn.countAll<string>().as('count')])
	// This is a separate query because the index for paid uses doesn't contain `held_until`.
	const paid = await uses.where('state', '=', 'redeemed').groupBy('code').execute()
	const held = await uses.where('state', '=', 'held').where('held_until', '>', now).groupBy('code').execute()
	const counts = new Map<string, UseCounts>()
	for (const [kind, rows] of Object.entries({ paid, held }))
		for (const { code, count } of rows) counts.set(code, { ...(counts.get(code) ?? { paid: 0, held: 0 }), [kind]: Number(count) })
	return counts
}

/** @param before ID of the last order on the previous page */
export const listCouponUses = (
	db: Db | Tx,
	{ code, before, limit, now }: { code: string; before: string | null; limit: number; now: Date },
) =>
	db
		.selectFrom('discount_redemptions as use')
		.innerJoin('orders', 'orders.id', 'use.order_id')
		.select(['orders.id', 'orders.email', 'orders.product_name', 'orders.status', 'orders.currency', 'orders.discount_cents'])
		.select(['orders.total_cents', 'orders.created_at'])
		.where('use.code', '=', code)
		.where((eb) => eb.or([eb('use.state', '=', 'redeemed'), eb.and([eb('use.state', '=', 'held'), eb('use.held_until', '>', now)])]))
		.$if(before !== null && isUuid(before), (query) => query.where('use.order_id', '<', before as string))
		.orderBy('use.order_id', 'desc')
		.limit(limit)
		.execute()
