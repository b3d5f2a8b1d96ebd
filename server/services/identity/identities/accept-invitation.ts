import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { mergeWithinLimit } from '#domain/auth/user-metadata.ts'
import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { hashLink } from '#server/services/identity/accounts/one-time-token.ts'
import {
	findUser,
	lockUser,
	readMetadata,
	requireNotBanned,
	requireUser,
	type UserRecord,
} from '#server/services/identity/accounts/user-record.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { addIdentity, type ExternalIdentity, findIdentityOwner, lockIdentity, takeOverUnverifiedAccount } from './choose-account.ts'

const notFound = () => new ServiceError('not-found', 'invite_not_found', 'Invite not found')

/**
 * Returns the invited account's ID. The token stays valid until the provider has responded.
 * @param inviteToken `token_hash` of the emailed link
 * @throws ServiceError invite_not_found (404) if the invitation is unknown, used or expired
 */
export async function findInvitation(ctx: ServiceContext, inviteToken: string): Promise<string> {
	const token = await ctx.db
		.selectFrom('auth.one_time_tokens')
		.innerJoin('auth.users', 'auth.users.id', 'auth.one_time_tokens.user_id')
		.select('user_id')
		.where('link_hash', '=', hashLink(inviteToken))
		.where('kind', '=', 'confirmation')
		.where('expires_at', '>', ctx.now())
		.where('email_confirmed_at', 'is', null)
		.executeTakeFirst()
	if (!token) throw notFound()
	return token.user_id
}

function requireInvitedAddress(user: UserRecord, { profile }: ExternalIdentity): void {
	const address = profile.email === null ? null : parseEmailAddress(profile.email)
	// An address that the provider hasn't verified proves nothing.
	if (address === null || address !== user.email || !profile.isEmailVerified)
		throw new ServiceError('invalid', 'validation_failed', 'Invited email does not match emails from external provider')
}

/**
 * Adds the provider's identity to the invited account and uses up the invitation.
 * @throws ServiceError validation_failed (400) if the address isn't the invited one, identity_already_exists (422),
 * invite_not_found (404) if it was accepted in the meantime, user_banned (403)
 */
export async function acceptInvitation(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, ...identity }: ExternalIdentity & { userId: string },
): Promise<UserRecord> {
	await lockIdentity(tx, identity)
	await lockUser(tx, userId)
	const user = await findUser(tx, userId)
	if (!user || user.email_confirmed_at !== null) throw notFound()
	requireNotBanned(user, ctx.now())
	requireInvitedAddress(user, identity)
	if (await findIdentityOwner(tx, identity))
		throw new ServiceError('unprocessable', 'identity_already_exists', 'Identity is already linked to another user')
	const claims = mergeWithinLimit(identity.profile.claims, readMetadata(user.raw_user_meta_data))
	await takeOverUnverifiedAccount(ctx, tx, { user, profile: { ...identity.profile, claims } })
	await addIdentity(ctx, tx, { userId, ...identity })
	const detail = { provider: identity.provider }
	await recordAudit(ctx, tx, { action: 'user_invite_accepted', outcome: 'success', userId, detail })
	return requireUser(tx, userId)
}
