import { sql } from 'kysely'

import type { ServiceContext } from '#server/services/context.ts'

import type { AccountAddress } from './account-address.ts'
import { type Guess, hashAddress } from './address-limits.ts'
import { findKnownBrowser } from './known-browser.ts'
import { isOwnedBy } from './trusted-origin.ts'
import type { UserRow } from './user-record.ts'

/** The columns by which a password is judged. */
export type ClaimedAccount = Pick<UserRow, 'id' | 'encrypted_password' | 'banned_until' | 'email_confirmed_at' | 'phone_confirmed_at'>
export type Attempt = {
	/**
	 * Counter for wrong guesses: the address, or the address at this place when one of its sessions is from here or has begun in this
	 * browser. So a stranger who closes the address elsewhere neither locks out its owner nor gains anything.
	 */
	guess: Guess
	/** Its password is hashed before those of unknown callers. */
	isHere: boolean
	/** Until when the address is closed to guesses. */
	lockedUntil: Date | null
	/** Null for an address without an account. */
	account: ClaimedAccount | null
}

type Row = Omit<ClaimedAccount, 'id'> & { id: string | null; is_here: boolean; locked_until: Date | null }

/** Everything that is read before a password is hashed, in one statement, whether or not the address has an account. */
export async function readAttempt(ctx: ServiceContext, address: AccountAddress): Promise<Attempt> {
	const anywhere = await hashAddress(ctx, address.value)
	const browser = await findKnownBrowser(ctx, address.value)
	const here = await hashAddress(ctx, address.value, browser ?? ctx.clientAddress)
	const { rows } = await sql<Row>`
		select u.id, u.encrypted_password, u.banned_until, u.email_confirmed_at, u.phone_confirmed_at, place.is_here, l.locked_until
		from (values (1)) as asked
		left join auth.users as u on ${isOwnedBy(address)} and u.deleted_at is null
		cross join lateral (
			select ${browser !== null} or exists (select from auth.sessions as s where s.user_id = u.id and s.ip = ${ctx.clientAddress}) as is_here
		) as place
		left join auth.address_limits as l
			on l.kind = 'password' and l.address_hash = case when place.is_here then ${here}::bytea else ${anywhere} end`.execute(ctx.db)
	const [row] = rows
	if (!row) throw new Error('a question about an address had no answer')
	const { is_here: isHere, locked_until: lockedUntil, id, ...state } = row
	return {
		guess: { thing: 'password', addressHash: isHere ? here : anywhere },
		isHere,
		lockedUntil,
		account: id === null ? null : { id, ...state },
	}
}
