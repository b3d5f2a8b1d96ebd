import type { Db, Tx } from '#server/db/database.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lockUser, selectUsers, toUserRecord, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { readApiKey } from '#server/services/platform/keys/secret-key.ts'

/**
 * Requires the secret API key, or a signed key with an operator's role. A session's token is never accepted, even one with that
 * role.
 * @param token null if the request has none
 * @throws ServiceError no_authorization (401), bad_jwt, not_admin (403)
 */
export async function requireServiceRole(ctx: ServiceContext, token: string | null): Promise<void> {
	if (token === null) throw new ServiceError('unauthenticated', 'no_authorization', 'This endpoint requires a valid Bearer token')
	if ((await readApiKey(ctx, token)) !== 'service_role') throw new ServiceError('forbidden', 'not_admin', 'User not allowed')
}

const notFound = () => new ServiceError('not-found', 'user_not_found', 'User not found')

/** Finds an account, even if it's soft-deleted. Null also for an invalid ID. */
export async function findAccount(db: Db | Tx, id: string): Promise<UserRecord | null> {
	const row = isUuid(id) ? await selectUsers(db).where('u.id', '=', id).executeTakeFirst() : undefined
	return row ? toUserRecord(row) : null
}

/** @throws ServiceError user_not_found (404) with GoTrue's text */
export async function requireAccount(db: Db | Tx, id: string): Promise<UserRecord> {
	const found = await findAccount(db, id)
	if (!found) throw notFound()
	return found
}

/** Locks an account, even if it's soft-deleted, for deletion. */
export async function lockAnyAccount(tx: Tx, id: string): Promise<UserRecord> {
	if (isUuid(id)) await lockUser(tx, id)
	return requireAccount(tx, id)
}

/**
 * Locks an account that isn't soft-deleted.
 * @throws ServiceError user_not_found (404)
 */
export async function lockAccount(tx: Tx, id: string): Promise<UserRecord> {
	const user = await lockAnyAccount(tx, id)
	if (user.deleted_at) throw notFound()
	return user
}
