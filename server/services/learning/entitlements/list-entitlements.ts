import type { Db, Tx } from '#server/db/database.ts'

/** Returns the account's email address; null if it's unverified, since it then gives no access. */
export async function findVerifiedEmail(db: Db | Tx, userId: string): Promise<string | null> {
	const row = await db
		.selectFrom('auth.users')
		.select('email')
		.where('id', '=', userId)
		.where('email_confirmed_at', 'is not', null)
		.where('deleted_at', 'is', null)
		.executeTakeFirst()
	return row?.email ?? null
}

/** Lists the accounts with access through an order: the buyer's, and those that have verified its address. */
export async function findHolders(db: Db | Tx, bought: { user_id: string | null; email: string | null }): Promise<string[]> {
	const { user_id: userId, email } = bought
	const proven = await db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', email)
		.where('email_confirmed_at', 'is not', null)
		.where('deleted_at', 'is', null)
		.execute()
	return [...new Set([...(userId === null ? [] : [userId]), ...proven.map(({ id }) => id)])]
}

/** Lists the products that are open to a learner. One active entitlement is enough. */
export async function listEntitlements(db: Db | Tx, userId: string): Promise<string[]> {
	const email = await findVerifiedEmail(db, userId)
	const rows = await db
		.selectFrom('entitlements')
		.select('product_code')
		.distinct()
		.where('state', '=', 'active')
		.where((eb) => eb.or([eb('user_id', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]))
		.orderBy('product_code')
		.execute()
	return rows.map((row) => row.product_code)
}
