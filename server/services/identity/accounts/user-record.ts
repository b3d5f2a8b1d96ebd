import { type Selectable, sql, type Updateable } from 'kysely'

import { type AccountKind, type AccountRights, accountRights } from '#domain/auth/account-rights.ts'
import type { Metadata } from '#domain/auth/user-metadata.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { AuthIdentities, AuthMfaFactors, AuthUsers } from '#server/db/row-types.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

const kindOf = (user: Pick<UserRow, 'is_sso_user'>): AccountKind => (user.is_sso_user ? 'managed' : 'own')

/** SQL condition for accounts with the right `ownsAddress` (domain/auth/account-rights.ts). */
export const ownsAddress = sql<boolean>`not is_sso_user`

/** @throws ServiceError user_sso_managed (422) */
export function requireAccountRight(user: Pick<UserRow, 'is_sso_user'>, right: Exclude<keyof AccountRights, 'ownsAddress'>): void {
	if (!accountRights[kindOf(user)][right])
		throw new ServiceError('unprocessable', 'user_sso_managed', 'This account is managed by the identity provider of a company')
}

/** @throws ServiceError user_not_found (403), since the account of a valid token may just have been deleted */
export async function requireTokenUser(ctx: ServiceContext, userId: string): Promise<UserRecord> {
	const user = await findUser(ctx.db, userId)
	if (!user) throw new ServiceError('forbidden', 'user_not_found', 'User from sub claim in JWT does not exist')
	return user
}

export type UserRow = Selectable<AuthUsers>
export type UserUpdate = Updateable<AuthUsers>
export type IdentityRow = Selectable<AuthIdentities>
/** Public columns of a second factor; its secrets are never selected. */
export const FACTOR_COLUMNS = [
	'id',
	'friendly_name',
	'factor_type',
	'status',
	'phone',
	'created_at',
	'updated_at',
	'last_challenged_at',
] as const
export type FactorSummary = Pick<Selectable<AuthMfaFactors>, (typeof FACTOR_COLUMNS)[number]>
export type UserRecord = UserRow & { identities: IdentityRow[]; factors: FactorSummary[] }

/** Returns a metadata column, which only contains validated objects; null reads as empty. */
export const toMetadataObject = (value: unknown) => (value ?? {}) as Metadata

type InJson<Row> = { [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] extends Date | null ? string | null : Row[Name] }

/** Subqueries for the related rows of account `u`. */
const identities = sql<InJson<IdentityRow>[]>`
	(select coalesce(json_agg(i order by i.created_at), '[]') from auth.identities as i where i.user_id = u.id)`
const factors = sql<InJson<FactorSummary>[]>`
	(select coalesce(json_agg(f order by f.created_at), '[]')
	from (select ${sql.join(FACTOR_COLUMNS.map((name) => sql.ref(name)))} from auth.mfa_factors where user_id = u.id) as f)`
export const USER_WITH_RELATIONS = sql`u.*, ${identities} as identities, ${factors} as factors`

/**
 * Selects accounts with their identities and factors in one statement, so that an unknown address takes as many queries as a
 * known one.
 */
export const selectUsers = (db: Db | Tx) =>
	db
		.selectFrom('auth.users as u')
		.selectAll('u')
		.select([identities.as('identities'), factors.as('factors')])

export type SelectedUser = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>

const toDate = (time: string | null) => (time === null ? null : new Date(time))

export const toUserRecord = (row: SelectedUser): UserRecord => ({
	...row,
	identities: row.identities.map((identity) => ({
		...identity,
		last_sign_in_at: toDate(identity.last_sign_in_at),
		created_at: new Date(identity.created_at),
		updated_at: new Date(identity.updated_at),
	})),
	factors: row.factors.map((factor) => ({
		...factor,
		created_at: new Date(factor.created_at),
		updated_at: new Date(factor.updated_at),
		last_challenged_at: toDate(factor.last_challenged_at),
	})),
})

const toUser = (row: SelectedUser | undefined) => (row ? toUserRecord(row) : null)

/** Finds an account by ID; null if there is none, or it's soft-deleted. */
export const findUser = async (db: Db | Tx, id: string): Promise<UserRecord | null> =>
	toUser(await selectUsers(db).where('u.id', '=', id).where('u.deleted_at', 'is', null).executeTakeFirst())

/**
 * Finds the account with an email address. Excludes accounts of a company's identity provider, which may assert an address that
 * another account has (docs/adr/0328).
 * @param address parsed and in lower case
 */
export const findUserByEmail = async (db: Db | Tx, address: string): Promise<UserRecord | null> =>
	toUser(await selectUsers(db).where('u.email', '=', address).where(ownsAddress).where('u.deleted_at', 'is', null).executeTakeFirst())

/** @param phone digits without a plus */
export const findUserByPhone = async (db: Db | Tx, phone: string): Promise<UserRecord | null> =>
	toUser(await selectUsers(db).where('u.phone', '=', phone).where('u.deleted_at', 'is', null).executeTakeFirst())

/**
 * Finds the account that last requested a change to this number.
 * @param phone digits without a plus
 */
export async function findUserByNewPhone(db: Db | Tx, phone: string): Promise<UserRecord | null> {
	const row = await selectUsers(db)
		.where('u.new_phone', '=', phone)
		.where('u.deleted_at', 'is', null)
		.orderBy('u.phone_change_sent_at', 'desc')
		.limit(1)
		.executeTakeFirst()
	return toUser(row)
}

/** Locks the account's row until the transaction ends, so that no one else can change the account. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
	await tx.selectFrom('auth.users').select('id').where('id', '=', id).forUpdate().execute()
}

/** Returns the account of an ID that a foreign key or a lock guarantees to exist. */
export async function requireUser(db: Db | Tx, id: string): Promise<UserRecord> {
	const user = await findUser(db, id)
	if (!user) throw new Error(`account ${id} vanished`)
	return user
}

export const updateUserRow = (db: Db | Tx, id: string, values: UserUpdate) =>
	db.updateTable('auth.users').set(values).where('id', '=', id).execute()

export const isBanned = (user: Pick<UserRow, 'banned_until'>, now: Date) =>
	user.banned_until !== null && user.banned_until.getTime() > now.getTime()

/** @throws ServiceError user_banned (403) */
export function requireNotBanned(user: Pick<UserRow, 'banned_until'>, now: Date): void {
	if (isBanned(user, now)) throw new ServiceError('forbidden', 'user_banned', 'User is banned')
}
