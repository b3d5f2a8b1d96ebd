import { sql } from 'kysely'

import type { ServiceContext } from '#server/services/context.ts'

import { type Guess, hashAddress } from './address-limits.ts'
import type { AccountAddress } from './check-input.ts'
import { findKnownBrowser, ownerCondition } from './trusted-origin.ts'
import type { UserRow } from './user-record.ts'

export type SignInAccount = Pick<UserRow, 'id' | 'encrypted_password' | 'banned_until' | 'email_confirmed_at' | 'phone_confirmed_at'>
export type SignInAttempt = {
	/**
	 * Rate limit key. Attempts from a known IP address or browser are counted separately, so that an attacker can't lock the
	 * owner out.
	 */
	guess: Guess
	/**
	 * True if the account is known to use this browser or network. Its passwords are then hashed in a separate queue, which attackers can't
	 * fill.
	 */
	isTrustedOrigin: boolean
	lockedUntil: Date | null
	account: SignInAccount | null
}

type Row = Omit<SignInAccount, 'id'> & { id: string | null; is_trusted: boolean; locked_until: Date | null }

/** Reads everything needed before hashing a password, in one statement, so that timing reveals nothing. */
export async function readAttempt(ctx: ServiceContext, address: AccountAddress): Promise<SignInAttempt> {
	const anywhere = await hashAddress(ctx, address.value)
	const browser = await findKnownBrowser(ctx, address.value)
	const atOrigin = await hashAddress(ctx, address.value, browser ?? ctx.clientAddress)
	const { rows } = await sql<Row>`
		select u.id, u.encrypted_password, u.banned_until, u.email_confirmed_at, u.phone_confirmed_at, origin.is_trusted, l.locked_until
		from (values (1)) as asked
		left join auth.users as u on ${ownerCondition(address)} and u.deleted_at is null
		cross join lateral (
			select ${browser !== null} or exists (select from auth.sessions as s where s.user_id = u.id and s.ip = ${ctx.clientAddress}) as is_trusted
		) as origin
		left join auth.address_limits as l
			on l.kind = 'password' and l.address_hash = case when origin.is_trusted then ${atOrigin}::bytea else ${anywhere} end`.execute(ctx.db)
	const [row] = rows
	if (!row) throw new Error('the query for an address returned no row')
	const { is_trusted: isTrustedOrigin, locked_until: lockedUntil, id, ...state } = row
	return {
		guess: { kind: 'password', addressHash: isTrustedOrigin ? atOrigin : anywhere },
		isTrustedOrigin,
		lockedUntil,
		account: id === null ? null : { id, ...state },
	}
}
