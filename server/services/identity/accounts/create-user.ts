import { randomUUID } from 'node:crypto'

import { mergeMetadata, type Metadata } from '#domain/auth/user-metadata.ts'
import { currentAgeRule } from '#domain/consents/age-rule.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { UserRecord } from './user-record.ts'

export type NewUser = {
	/** Defaults to a random UUID. */
	id?: string
	/** At most one of `email` and `phone`; neither creates an anonymous account. */
	email?: string
	phone?: string
	passwordHash: string | null
	data: Metadata
	isConfirmed: boolean
	/** True if the operator creates the account: its `user_metadata` is stored as sent, without the claims of the address. */
	isOpenedByOperator?: boolean
}

export const emailClaims = (id: string, email: string, isConfirmed: boolean): Metadata => ({
	sub: id,
	email,
	email_verified: isConfirmed,
	phone_verified: false,
})

/** @param phone digits without a plus */
export const phoneClaims = (id: string, phone: string, isConfirmed: boolean): Metadata => ({
	sub: id,
	phone,
	email_verified: false,
	phone_verified: isConfirmed,
})

const claimsForMetadata = (
	{ provider, claims }: { provider: string; claims: Metadata },
	{ isOpenedByOperator, isConfirmed }: NewUser,
): Metadata => {
	if (!isOpenedByOperator) return claims
	return isConfirmed ? { [`${provider}_verified`]: true } : {}
}

function describeProvider(id: string, { email, phone, isConfirmed }: NewUser) {
	if (email !== undefined) return { provider: 'email', claims: emailClaims(id, email, isConfirmed) }
	if (phone !== undefined) return { provider: 'phone', claims: phoneClaims(id, phone, isConfirmed) }
	return null
}

/** Creates an account. Returns null if the address already has one. */
export async function createUser(ctx: ServiceContext, tx: Tx, user: NewUser): Promise<UserRecord | null> {
	const now = ctx.now()
	const id = user.id ?? randomUUID()
	const own = describeProvider(id, user)
	const times = { created_at: now, updated_at: now }
	const row = await tx
		.insertInto('auth.users')
		.values({
			id,
			email: user.email ?? null,
			phone: user.phone ?? null,
			encrypted_password: user.passwordHash,
			email_confirmed_at: user.isConfirmed && user.email !== undefined ? now : null,
			phone_confirmed_at: user.isConfirmed && user.phone !== undefined ? now : null,
			is_anonymous: own === null,
			age_rule_version: own === null || user.isOpenedByOperator ? null : currentAgeRule.version,
			raw_app_meta_data: JSON.stringify(own ? { provider: own.provider, providers: [own.provider] } : {}),
			raw_user_meta_data: JSON.stringify(mergeMetadata(user.data, own ? claimsForMetadata(own, user) : {})),
			...times,
		})
		.onConflict((conflict) => conflict.doNothing())
		.returningAll()
		.executeTakeFirst()
	if (!row) return null
	if (!own) return { ...row, identities: [], factors: [] }
	const identity = await tx
		.insertInto('auth.identities')
		.values({
			provider: own.provider,
			provider_id: id,
			user_id: id,
			identity_data: JSON.stringify(own.claims),
			last_sign_in_at: now,
			...times,
		})
		.returningAll()
		.executeTakeFirstOrThrow()
	return { ...row, identities: [identity], factors: [] }
}
