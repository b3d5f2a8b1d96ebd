import { randomUUID } from 'node:crypto'

import { mergeMetadata, type Metadata } from '#domain/auth/user-metadata.ts'
import type { ServiceContext, Tx } from '#server/context.ts'

import type { UserRecord } from './user-record.ts'

export type NewUser = { email: string; passwordHash: string | null; data: Metadata; isConfirmed: boolean }

/** What an e-mail account says about itself in `user_metadata` and in its identity (AUTH_WIRE §3). */
export const emailClaims = (id: string, email: string, isConfirmed: boolean): Metadata => ({
	sub: id,
	email,
	email_verified: isConfirmed,
	phone_verified: false,
})

/** Creates an account with an e-mail identity, or null when the address has one by now. */
export async function createUser(ctx: ServiceContext, tx: Tx, user: NewUser): Promise<UserRecord | null> {
	const now = ctx.now()
	const id = randomUUID()
	const claims = emailClaims(id, user.email, user.isConfirmed)
	const times = { created_at: now, updated_at: now }
	const row = await tx
		.insertInto('auth.users')
		.values({
			id,
			email: user.email,
			encrypted_password: user.passwordHash,
			email_confirmed_at: user.isConfirmed ? now : null,
			raw_app_meta_data: JSON.stringify({ provider: 'email', providers: ['email'] }),
			raw_user_meta_data: JSON.stringify(mergeMetadata(user.data, claims)),
			...times,
		})
		.onConflict((conflict) => conflict.column('email').doNothing())
		.returningAll()
		.executeTakeFirst()
	if (!row) return null
	const identity = await tx
		.insertInto('auth.identities')
		.values({ provider: 'email', provider_id: id, user_id: id, identity_data: JSON.stringify(claims), last_sign_in_at: now, ...times })
		.returningAll()
		.executeTakeFirstOrThrow()
	return { ...row, identities: [identity] }
}
