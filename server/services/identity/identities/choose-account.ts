import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { mergeMetadataWithinLimit } from '#domain/auth/user-metadata.ts'
import { currentAgeRule } from '#domain/consents/age-rule.ts'
import type { ExternalProfile } from '#server/adapters/oauth/port.ts'
import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { invalidateCodes } from '#server/services/identity/accounts/one-time-token.ts'
import {
	findUserByEmail,
	toMetadataObject,
	requireNotBanned,
	requireUser,
	type UserRecord,
	updateUserRow,
} from '#server/services/identity/accounts/user-record.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

/** Updates the providers in `app_metadata`; an account that has one is no longer anonymous. */
export async function updateProvidersInMetadata(ctx: ServiceContext, tx: Tx, userId: string): Promise<void> {
	const user = await requireUser(tx, userId)
	const metadata = toMetadataObject(user.raw_app_meta_data)
	const providers = [...new Set(user.identities.map((identity) => identity.provider))]
	const first = typeof metadata.provider === 'string' && providers.includes(metadata.provider) ? metadata.provider : providers[0]
	await updateUserRow(tx, userId, {
		is_anonymous: user.is_anonymous && providers.length === 0,
		raw_app_meta_data: JSON.stringify({ ...metadata, ...(first !== undefined && { provider: first }), providers }),
		updated_at: ctx.now(),
	})
}

/** Adds a provider's identity to an account. The caller holds the identity's lock. */
export async function addIdentity(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, provider, profile }: { userId: string; provider: string; profile: ExternalProfile },
): Promise<void> {
	const now = ctx.now()
	await tx
		.insertInto('auth.identities')
		.values({
			provider,
			provider_id: profile.subject,
			user_id: userId,
			identity_data: JSON.stringify(profile.claims),
			last_sign_in_at: now,
			created_at: now,
			updated_at: now,
		})
		.execute()
	await updateProvidersInMetadata(ctx, tx, userId)
}

export type ExternalIdentity = { provider: string; profile: ExternalProfile }

/** Locks an identity, so that the second of two concurrent sign-ins sees the writes of the first. */
export const lockIdentity = (tx: Tx, { provider, profile }: ExternalIdentity) =>
	sql`select pg_advisory_xact_lock(hashtextextended(${`identity:${provider}:${profile.subject}`}, 0))`.execute(tx)

export async function findIdentityOwner(tx: Tx, { provider, profile }: ExternalIdentity): Promise<string | null> {
	const row = await tx
		.selectFrom('auth.identities')
		.select('user_id')
		.where('provider', '=', provider)
		.where('provider_id', '=', profile.subject)
		.executeTakeFirst()
	return row?.user_id ?? null
}

/**
 * Deletes everything in an unverified account that could give someone else access, and its metadata, since someone else may have
 * created it.
 */
export async function takeOverUnverifiedAccount(
	ctx: ServiceContext,
	tx: Tx,
	{ user, profile }: { user: UserRecord; profile: ExternalProfile },
): Promise<void> {
	await tx.deleteFrom('auth.identities').where('user_id', '=', user.id).execute()
	await tx.deleteFrom('auth.sessions').where('user_id', '=', user.id).execute()
	await invalidateCodes(tx, user.id)
	await tx.deleteFrom('auth.mfa_factors').where('user_id', '=', user.id).execute()
	await tx.deleteFrom('auth.passkeys').where('user_id', '=', user.id).execute()
	await updateUserRow(tx, user.id, {
		encrypted_password: null,
		email_confirmed_at: ctx.now(),
		raw_user_meta_data: JSON.stringify(profile.claims),
		updated_at: ctx.now(),
	})
}

async function create(
	ctx: ServiceContext,
	tx: Tx,
	{ profile, email }: { profile: ExternalProfile; email: string | null },
): Promise<string> {
	if (ctx.config.auth.signupDisabled) throw new ServiceError('unprocessable', 'signup_disabled', 'Signups not allowed for this instance')
	const now = ctx.now()
	const id = randomUUID()
	const metadata = JSON.stringify(profile.claims)
	const row = await tx
		.insertInto('auth.users')
		.values({
			id,
			email,
			email_confirmed_at: email && now,
			raw_user_meta_data: metadata,
			age_rule_version: currentAgeRule.version,
			created_at: now,
			updated_at: now,
		})
		.onConflict((conflict) => conflict.doNothing())
		.returning('id')
		.executeTakeFirst()
	// A parallel sign-up by email took the address first.
	if (!row) throw new ServiceError('conflict', 'conflict', 'This email is being registered right now. Try again')
	await recordAudit(ctx, tx, { action: 'user_signedup', outcome: 'success', userId: id, detail: { by: 'external' } })
	return id
}

/** @throws ServiceError email_address_not_provided (400), provider_email_needs_verification (422) */
function requireProvenEmail({ email, isEmailVerified }: ExternalProfile): string {
	const address = email === null ? null : parseEmailAddress(email)
	if (address === null) throw new ServiceError('invalid', 'email_address_not_provided', 'Error getting user email from external provider')
	if (!isEmailVerified) {
		const message = 'The provider has not verified this email. Verify it there, or sign in with a code and link the provider afterwards'
		throw new ServiceError('unprocessable', 'provider_email_needs_verification', message)
	}
	return address
}

async function refresh(ctx: ServiceContext, tx: Tx, { provider, profile }: ExternalIdentity): Promise<void> {
	await tx
		.updateTable('auth.identities')
		.set({ identity_data: JSON.stringify(profile.claims), updated_at: ctx.now() })
		.where('provider', '=', provider)
		.where('provider_id', '=', profile.subject)
		.execute()
}

async function findOrCreate(ctx: ServiceContext, tx: Tx, { profile }: ExternalIdentity): Promise<string> {
	// A wallet never has an email; for other providers, the operator may make it optional.
	if (profile.email === null && profile.isEmailOptional) return create(ctx, tx, { profile, email: null })
	const email = requireProvenEmail(profile)
	// Two parallel sign-ins with the same new address must not create two accounts.
	await sql`select pg_advisory_xact_lock(hashtextextended(${`account:${email}`}, 0))`.execute(tx)
	await tx.selectFrom('auth.users').select('id').where('email', '=', email).forUpdate().execute()
	const known = await findUserByEmail(tx, email)
	if (!known) return create(ctx, tx, { profile, email })
	requireNotBanned(known, ctx.now())
	if (known.email_confirmed_at === null) await takeOverUnverifiedAccount(ctx, tx, { user: known, profile })
	else {
		// Don't overwrite the metadata that the person entered.
		const merged = mergeMetadataWithinLimit(toMetadataObject(known.raw_user_meta_data), profile.claims)
		await updateUserRow(tx, known.id, { raw_user_meta_data: JSON.stringify(merged) })
	}
	return known.id
}

/**
 * Returns the account for an identity: the one it belongs to, the one with its verified address, or a new one. An address that
 * the provider hasn't verified neither opens nor creates an account (docs/adr/0328).
 * @throws ServiceError user_banned (403), signup_disabled, provider_email_needs_verification (422), email_address_not_provided
 * (400)
 */
export async function chooseAccount(ctx: ServiceContext, tx: Tx, identity: ExternalIdentity): Promise<UserRecord> {
	await lockIdentity(tx, identity)
	const owner = await findIdentityOwner(tx, identity)
	const userId = owner ?? (await findOrCreate(ctx, tx, identity))
	if (owner) await refresh(ctx, tx, identity)
	else {
		await addIdentity(ctx, tx, { userId, ...identity })
		await recordAudit(ctx, tx, { action: 'identity_linked', outcome: 'success', userId, detail: { provider: identity.provider } })
	}
	const user = await requireUser(tx, userId)
	requireNotBanned(user, ctx.now())
	return user
}
