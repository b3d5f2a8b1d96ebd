import type { Db, Tx } from '#server/db/database.ts'

import { findVerifiedEmail } from './list-entitlements.ts'

/** Every offer sells the whole course, also one that content/offers.json no longer has. */
const selectAccess = (db: Db | Tx) => db.selectFrom('entitlements').select('order_id').where('state', '=', 'active')

/** Orders that open the full course to a learner, the oldest first: bought by the account, or with its verified address. */
async function listAccess(db: Db | Tx, userId: string): Promise<string[]> {
	const email = await findVerifiedEmail(db, userId)
	const rows = await selectAccess(db)
		.where((eb) => eb.or([eb('user_id', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]))
		.orderBy('granted_at')
		.orderBy('order_id')
		.execute()
	return rows.map((row) => row.order_id)
}

/** The order that opens the full course to a learner, the oldest of several. Null when there is none, or none any more. */
export const findAccess = async (db: Db | Tx, userId: string): Promise<string | null> => (await listAccess(db, userId))[0] ?? null

/** As `findAccess`, and locked until the transaction ends: a refund of that order comes before or after it, never in between. */
export async function holdAccess(tx: Tx, userId: string): Promise<string | null> {
	for (const orderId of await listAccess(tx, userId)) {
		await tx.selectFrom('orders').select('id').where('id', '=', orderId).forShare().execute()
		if (await selectAccess(tx).where('order_id', '=', orderId).forShare().executeTakeFirst()) return orderId
	}
	return null
}
