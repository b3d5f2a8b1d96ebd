import type { Selectable } from 'kysely'

import type { Metadata } from '#domain/auth/user-metadata.ts'
import type { Db, Tx } from '#server/context.ts'
import type { AuthIdentitiesTable, AuthUsersTable } from '#server/db/row-types.ts'

export type UserRow = Selectable<AuthUsersTable>
export type IdentityRow = Selectable<AuthIdentitiesTable>
/** An account with everything the wire shows of it. */
export type UserRecord = UserRow & { identities: IdentityRow[] }

export const readMetadata = (value: unknown) => (value ?? {}) as Metadata

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Asks for identities in any case: an unknown address must not be answered one query sooner. */
async function withIdentities(db: Db | Tx, row: UserRow | undefined): Promise<UserRecord | null> {
	const identities = await db
		.selectFrom('auth.identities')
		.selectAll()
		.where('user_id', '=', row?.id ?? NOBODY)
		.orderBy('created_at')
		.execute()
	return row ? { ...row, identities } : null
}

export async function findUser(db: Db | Tx, id: string): Promise<UserRecord | null> {
	const row = await db.selectFrom('auth.users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
	return withIdentities(db, row)
}

/** @param address parsed and in lower case */
export async function findUserByEmail(db: Db | Tx, address: string): Promise<UserRecord | null> {
	const row = await db.selectFrom('auth.users').selectAll().where('email', '=', address).where('deleted_at', 'is', null).executeTakeFirst()
	return withIdentities(db, row)
}

/** For a row that a foreign key or a lock says is there. */
export async function requireUser(db: Db | Tx, id: string): Promise<UserRecord> {
	const user = await findUser(db, id)
	if (!user) throw new Error(`account ${id} vanished`)
	return user
}

export const isBanned = (user: Pick<UserRow, 'banned_until'>, now: Date) =>
	user.banned_until !== null && user.banned_until.getTime() > now.getTime()
