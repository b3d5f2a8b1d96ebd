import { randomUUID } from 'node:crypto'

import { mergeMetadata, type Metadata } from '#domain/auth/user-metadata.ts'
import { currentAgeRule } from '#domain/consents/age-rule.ts'
import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { keyedHash } from '#server/services/platform/keys/server-secret.ts'

import type { AccountAddress } from './check-input.ts'
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
	const newIdentity = describeProvider(id, user)
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
			is_anonymous: newIdentity === null,
			age_rule_version: newIdentity === null || user.isOpenedByOperator ? null : currentAgeRule.version,
			raw_app_meta_data: JSON.stringify(newIdentity ? { provider: newIdentity.provider, providers: [newIdentity.provider] } : {}),
			raw_user_meta_data: JSON.stringify(mergeMetadata(user.data, newIdentity ? claimsForMetadata(newIdentity, user) : {})),
			...times,
		})
		.onConflict((conflict) => conflict.doNothing())
		.returningAll()
		.executeTakeFirst()
	if (!row) return null
	if (!newIdentity) return { ...row, identities: [], factors: [] }
	const identity = await tx
		.insertInto('auth.identities')
		.values({
			provider: newIdentity.provider,
			provider_id: id,
			user_id: id,
			identity_data: JSON.stringify(newIdentity.claims),
			last_sign_in_at: now,
			...times,
		})
		.returningAll()
		.executeTakeFirstOrThrow()
	return { ...row, identities: [identity], factors: [] }
}

export type PendingUser = { id: string; address: AccountAddress; userMetadata: Metadata; at: Date }

/** Returns a random-looking ID that is always the same for an address. */
async function decoyId(ctx: ServiceContext, address: AccountAddress): Promise<string> {
	const bytes = (await keyedHash(ctx, 'made-up-users', [address.value])).subarray(0, 16)
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
	return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Describes an account that awaits confirmation, from the request only, so that the response doesn't reveal whether the address has an
 * account (docs/adr/0326).
 * @param request.id ID of the unconfirmed account; null for a made-up one, which is always the same for an address
 */
export async function describePendingUser(
	ctx: ServiceContext,
	request: { address: AccountAddress; data: Metadata; id: string | null },
): Promise<PendingUser> {
	const decoy = await decoyId(ctx, request.address)
	const id = request.id ?? decoy
	const { kind, value } = request.address
	const claims = kind === 'email' ? emailClaims(id, value, false) : phoneClaims(id, value, false)
	return { id, address: request.address, userMetadata: mergeMetadata(request.data, claims), at: ctx.now() }
}
