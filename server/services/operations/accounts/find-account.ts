import type { Db, Tx } from '#server/db/database.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { lockUser, selectUsers, toUserRecord, type UserRecord } from '#server/services/identity/accounts/user-record.ts'

const notFound = () => new ServiceError('not-found', 'user_not_found', 'User not found')

/** Finds an account for the operator, including soft-deleted ones. Null also for an invalid ID. */
export async function findAccount(db: Db | Tx, id: string): Promise<UserRecord | null> {
	const row = isUuid(id) ? await selectUsers(db).where('u.id', '=', id).executeTakeFirst() : undefined
	return row ? toUserRecord(row) : null
}

/**
 * Same as `findAccount`.
 * @throws ServiceError user_not_found (404) with GoTrue's text
 */
export async function requireAccount(db: Db | Tx, id: string): Promise<UserRecord> {
	const found = await findAccount(db, id)
	if (!found) throw notFound()
	return found
}

/** Like `requireAccount`, but locks the account until the transaction ends. For deletion. */
export async function lockAnyAccount(tx: Tx, id: string): Promise<UserRecord> {
	if (isUuid(id)) await lockUser(tx, id)
	return requireAccount(tx, id)
}

/**
 * Like `lockAnyAccount`, but soft-deleted accounts are not found. For changes.
 * @throws ServiceError user_not_found (404)
 */
export async function lockAccount(tx: Tx, id: string): Promise<UserRecord> {
	const user = await lockAnyAccount(tx, id)
	if (user.deleted_at) throw notFound()
	return user
}
