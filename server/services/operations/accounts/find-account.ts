import { sql } from 'kysely'

import { type Db, isUuid, type Tx, countRows } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lockUser, selectUsers, toUserRecord, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { readApiKey } from '#server/services/platform/keys/server-secret.ts'
import { type ListPage, type Page, toOffset } from '#server/services/platform/paging/list-page.ts'

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

/** Finds an account, even if it's soft-deleted; null if there is none, or the ID is invalid. */
export async function findAccount(db: Db | Tx, id: string): Promise<UserRecord | null> {
	const row = isUuid(id) ? await selectUsers(db).where('u.id', '=', id).executeTakeFirst() : undefined
	return row ? toUserRecord(row) : null
}

/** @throws ServiceError user_not_found (404) with GoTrue's message */
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

type ListedUsers = Page & {
	/** Searches for part of the email address, or of the name in the metadata; ignores case. */
	filter: string | undefined
	/** Sort order: `created_at`, `created_at asc` or `created_at desc`; only the first entry counts. */
	sort: readonly string[] | undefined
}

function requireDirection(sort: readonly string[] | undefined): 'asc' | 'desc' {
	const badSort = (problem: string) => new ServiceError('invalid', 'validation_failed', `Bad Sort Parameters: ${problem}`)
	const directions = (sort ?? ['created_at']).map((entry) => {
		const [field = '', direction = 'desc'] = entry.split(' ', 2)
		if (field !== 'created_at') throw badSort(`bad field for sort '${field.slice(0, 100)}'`)
		const found = (['asc', 'desc'] as const).find((each) => each === direction.toLowerCase())
		if (!found) throw badSort(`bad direction for sort '${direction.slice(0, 100)}', only 'asc' and 'desc' allowed`)
		return found
	})
	return directions[0] ?? 'desc'
}

/**
 * Lists accounts, including soft-deleted ones, newest first by default. `total` counts all pages.
 * @throws ServiceError validation_failed (400) for an unsupported sort
 */
export async function listUsers(ctx: ServiceContext, { filter, sort, ...page }: ListedUsers): Promise<ListPage<UserRecord>> {
	const direction = requireDirection(sort)
	const matches = filter
		? sql<boolean>`(strpos(lower(u.email), lower(${filter})) > 0 or strpos(lower(u.raw_user_meta_data->>'full_name'), lower(${filter})) > 0)`
		: sql<boolean>`true`
	const rows = await selectUsers(ctx.db)
		.where(matches)
		.orderBy('u.created_at', direction)
		.orderBy('u.id')
		.limit(page.perPage)
		.offset(toOffset(page))
		.execute()
	const total = await countRows(ctx.db.selectFrom('auth.users as u').where(matches))
	return { ...page, items: rows.map(toUserRecord), total }
}
