import type { Db, Tx } from '#server/db/database.ts'

/**
 * First download of a paid document of an order, for the refund rule 'no downloaded paid template'. Inside the transaction that decides,
 * lock the order's entitlement first: a download waits for it.
 * @returns null when nothing was downloaded
 */
export async function firstPaidDownload(db: Db | Tx, orderId: string): Promise<Date | null> {
	const row = await db
		.selectFrom('downloads')
		.select((eb) => eb.fn.min('first_at').as('first_at'))
		.where('order_id', '=', orderId)
		.executeTakeFirst()
	return row?.first_at ?? null
}
