import type { Db, Tx } from '#server/db/database.ts'
import { ownsAddress } from '#server/services/identity/accounts/account-kind.ts'

import type { Person } from './registry/table-rule.ts'

/**
 * Finds the person behind an address without a confirmed account, such as a guest buyer or subscriber.
 * @param email lower case, verified
 */
export async function findMailboxPerson(db: Db | Tx, email: string): Promise<Person> {
	const waiting = await db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', email)
		.where('email_confirmed_at', 'is', null)
		.where('phone_confirmed_at', 'is', null)
		.where(ownsAddress)
		.executeTakeFirst()
	return { userId: waiting?.id ?? null, emails: [email], phones: [] }
}

/** True if a confirmed account has this address. Its data must be requested after signing in. */
export async function hasConfirmedAccount(db: Db | Tx, email: string): Promise<boolean> {
	const account = await db
		.selectFrom('auth.users')
		.select('id')
		.where('email', '=', email)
		.where('email_confirmed_at', 'is not', null)
		.limit(1)
		.executeTakeFirst()
	return account !== undefined
}
