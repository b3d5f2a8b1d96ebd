import type { Db, Tx } from '#server/db/database.ts'

/**
 * Returns the time of the first download of a paid document, for the refund rule 'no downloaded paid template'. In the deciding
 * transaction, lock the order's entitlement first, so that downloads wait.
 * @returns null if nothing was downloaded
 */
export async function firstPaidDownload(db: Db | Tx, orderId: string): Promise<Date | null> {
	const row = await db
		.selectFrom('downloads')
		.select((eb) => eb.fn.min('first_at').as('first_at'))
		.where('order_id', '=', orderId)
		.executeTakeFirst()
	return row?.first_at ?? null
}
