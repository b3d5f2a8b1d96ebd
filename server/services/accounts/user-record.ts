import type { Selectable } from 'kysely'

import type { Metadata } from '#domain/auth/user-metadata.ts'
import type { Db, Tx } from '#server/context.ts'
import type { AuthIdentitiesTable, AuthMfaFactorsTable, AuthUsersTable } from '#server/db/row-types.ts'

export type UserRow = Selectable<AuthUsersTable>
export type IdentityRow = Selectable<AuthIdentitiesTable>
/** What the wire shows of a second factor; its secrets stay in the row. */
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
export type FactorSummary = Pick<Selectable<AuthMfaFactorsTable>, (typeof FACTOR_COLUMNS)[number]>
/** An account with everything the wire shows of it. */
export type UserRecord = UserRow & { identities: IdentityRow[]; factors: FactorSummary[] }

export const readMetadata = (value: unknown) => (value ?? {}) as Metadata

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Asks for identities and factors in any case: an unknown address must not be answered two queries sooner. */
async function withBelongings(db: Db | Tx, row: UserRow | undefined): Promise<UserRecord | null> {
	const identities = await db
		.selectFrom('auth.identities')
		.selectAll()
		.where('user_id', '=', row?.id ?? NOBODY)
		.orderBy('created_at')
		.execute()
	const factors = await db
		.selectFrom('auth.mfa_factors')
		.select([...FACTOR_COLUMNS])
		.where('user_id', '=', row?.id ?? NOBODY)
		.orderBy('created_at')
		.execute()
	return row ? { ...row, identities, factors } : null
}

export async function findUser(db: Db | Tx, id: string): Promise<UserRecord | null> {
	const row = await db.selectFrom('auth.users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
	return withBelongings(db, row)
}

/** @param address parsed and in lower case */
export async function findUserByEmail(db: Db | Tx, address: string): Promise<UserRecord | null> {
	const row = await db.selectFrom('auth.users').selectAll().where('email', '=', address).where('deleted_at', 'is', null).executeTakeFirst()
	return withBelongings(db, row)
}

/** @param phone digits without a plus */
export async function findUserByPhone(db: Db | Tx, phone: string): Promise<UserRecord | null> {
	const row = await db.selectFrom('auth.users').selectAll().where('phone', '=', phone).where('deleted_at', 'is', null).executeTakeFirst()
	return withBelongings(db, row)
}

/** The account that asked last to be given this number. @param phone digits without a plus */
export async function findUserByNewPhone(db: Db | Tx, phone: string): Promise<UserRecord | null> {
	const row = await db
		.selectFrom('auth.users')
		.selectAll()
		.where('new_phone', '=', phone)
		.where('deleted_at', 'is', null)
		.orderBy('phone_change_sent_at', 'desc')
		.limit(1)
		.executeTakeFirst()
	return withBelongings(db, row)
}

/** For a row that a foreign key or a lock says is there. */
export async function requireUser(db: Db | Tx, id: string): Promise<UserRecord> {
	const user = await findUser(db, id)
	if (!user) throw new Error(`account ${id} vanished`)
	return user
}

export const isBanned = (user: Pick<UserRow, 'banned_until'>, now: Date) =>
	user.banned_until !== null && user.banned_until.getTime() > now.getTime()
