import type { Db, Tx } from '#server/db/database.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { lockUser, selectUsers, toUserRecord, type UserRecord } from '#server/services/identity/accounts/user-record.ts'

const notFound = () => new ServiceError('not-found', 'user_not_found', 'User not found')

/** An account as the operator sees it, also a softly deleted one; null for a bad id too. */
export async function findAccount(db: Db | Tx, id: string): Promise<UserRecord | null> {
	const row = isUuid(id) ? await selectUsers(db).where('u.id', '=', id).executeTakeFirst() : undefined
	return row ? toUserRecord(row) : null
}

/** The same. @throws ServiceError user_not_found (404) in the words of the auth API */
export async function requireAccount(db: Db | Tx, id: string): Promise<UserRecord> {
	const found = await findAccount(db, id)
	if (!found) throw notFound()
	return found
}

/** The same, locked until the transaction ends, to be deleted. */
export async function lockAnyAccount(tx: Tx, id: string): Promise<UserRecord> {
	if (isUuid(id)) await lockUser(tx, id)
	return requireAccount(tx, id)
}

/** The same, to be changed: a softly deleted account is not found. */
export async function lockAccount(tx: Tx, id: string): Promise<UserRecord> {
	const user = await lockAnyAccount(tx, id)
	if (user.deleted_at) throw notFound()
	return user
}
