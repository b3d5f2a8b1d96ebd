import type { Db, Tx } from '#server/context.ts'

/** The address that an account has proven to be its own; null for none. */
export async function findProvenEmail(db: Db | Tx, userId: string): Promise<string | null> {
	const user = await db.selectFrom('auth.users').select(['email', 'email_confirmed_at']).where('id', '=', userId).executeTakeFirst()
	return user?.email_confirmed_at ? user.email : null
}
