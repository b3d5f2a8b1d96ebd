import { lifetimeOffer } from '#content/public.server.ts'
import type { Db, Tx } from '#server/context.ts'
import { findVerifiedEmail } from '#server/services/entitlements/list-entitlements.ts'

/**
 * The order that opens the library to a learner (DECISIONS, Funnel, 'What paying unlocks'): of several the oldest. In a
 * transaction the entitlement is held, so that a refund of that order comes before or after it and never in between.
 * @returns null when no order does, or none does any more
 */
export async function findLibraryOrder(db: Db | Tx, userId: string): Promise<string | null> {
	const email = await findVerifiedEmail(db, userId)
	const query = db
		.selectFrom('entitlements')
		.select('order_id')
		.where('product_code', '=', lifetimeOffer.code)
		.where('state', '=', 'active')
		.where((eb) => eb.or([eb('user_id', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]))
		.orderBy('granted_at')
		.orderBy('order_id')
		.limit(1)
	const row = await (db.isTransaction ? query.forShare() : query).executeTakeFirst()
	return row?.order_id ?? null
}
