import type { CourseContents } from '#domain/gating/course-contents.ts'
import type { Db, Tx } from '#server/db/database.ts'

import { findVerifiedEmail } from './list-entitlements.ts'
import { opensAny } from './opened-contents.ts'

/** Selects entitlements by the contents stored with them, even if their offer is no longer sold. */
const selectAccess = (db: Db | Tx, wanted: CourseContents) =>
	db.selectFrom('entitlements').select('order_id').where('state', '=', 'active').where(opensAny(wanted))

/** Lists the orders that give access, oldest first. */
async function listAccess(db: Db | Tx, userId: string, wanted: CourseContents): Promise<string[]> {
	const email = await findVerifiedEmail(db, userId)
	const rows = await selectAccess(db, wanted)
		.where((eb) => eb.or([eb('user_id', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]))
		.orderBy('granted_at')
		.orderBy('order_id')
		.execute()
	return rows.map((row) => row.order_id)
}

export const findAccess = async (db: Db | Tx, userId: string, wanted: CourseContents): Promise<string | null> =>
	(await listAccess(db, userId, wanted))[0] ?? null

/** Same as `findAccess`, but locks the order until the transaction ends: a refund happens either before or after. */
export async function holdAccess(tx: Tx, userId: string, wanted: CourseContents): Promise<string | null> {
	for (const orderId of await listAccess(tx, userId, wanted)) {
		await tx.selectFrom('orders').select('id').where('id', '=', orderId).forShare().execute()
		if (await selectAccess(tx, wanted).where('order_id', '=', orderId).forShare().executeTakeFirst()) return orderId
	}
	return null
}
