import { parseEmailAddress } from '#domain/auth/email-address.ts'
import type { ExternalProfile } from '#server/adapters/oauth/port.ts'
import { inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { alreadyTaken, withUniqueAddress } from '#server/services/identity/accounts/check-input.ts'
import {
	findUser,
	findUserByEmail,
	type IdentityRow,
	lockUser,
	toMetadataObject,
	requireNotBanned,
	requireAccountRight,
	requireUser,
	type UserRecord,
	updateUserRow,
} from '#server/services/identity/accounts/user-record.ts'
import { endOtherSessions } from '#server/services/identity/sessions/end-sessions.ts'
import { isSessionOpen } from '#server/services/identity/sessions/find-sessions.ts'
import { requireFreshProofForChange, requireSecondFactor } from '#server/services/identity/sessions/fresh-proof.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { withFailureAudit, recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { addIdentity, type ExternalIdentity, findIdentityOwner, lockIdentity, updateProvidersInMetadata } from './choose-account.ts'

/** @throws ServiceError manual_linking_disabled (404) with GoTrue's message */
export function requireManualLinking(ctx: ServiceContext): void {
	if (!ctx.config.auth.manualLinking) throw new ServiceError('not-found', 'manual_linking_disabled', 'Manual linking is disabled')
}

/** @throws ServiceError insufficient_aal (401), reauthentication_needed (400) */
export async function requireStrongSession(ctx: ServiceContext, caller: SignedIn): Promise<void> {
	const message = 'AAL2 session is required to change identities when MFA is enabled.'
	await requireSecondFactor(ctx.db, caller, { kind: 'unauthenticated', message })
	await requireFreshProofForChange(ctx, ctx.db, caller)
}

/** Gives an account without an email the provider's verified one. */
async function adoptEmail(ctx: ServiceContext, tx: Tx, { user, profile }: { user: UserRecord; profile: ExternalProfile }): Promise<void> {
	const email = profile.isEmailVerified && profile.email !== null ? parseEmailAddress(profile.email) : null
	if (user.email !== null || email === null) return
	if (await findUserByEmail(tx, email)) throw alreadyTaken('email')
	await withUniqueAddress(() => updateUserRow(tx, user.id, { email, email_confirmed_at: ctx.now() }))
}

/**
 * Links an identity to the account, if the requesting session is still open.
 * @throws ServiceError identity_already_exists, email_exists, user_sso_managed (422), user_not_found, user_banned,
 * session_not_found (403)
 */
export async function linkIdentity(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, sessionId, ...identity }: ExternalIdentity & { userId: string; sessionId: string | null },
): Promise<UserRecord> {
	await lockIdentity(tx, identity)
	await lockUser(tx, userId)
	const user = await findUser(tx, userId)
	if (!user) throw new ServiceError('forbidden', 'user_not_found', 'User from sub claim in JWT does not exist')
	requireNotBanned(user, ctx.now())
	requireAccountRight(user, 'canLinkIdentity')
	if (!(await isSessionOpen(ctx, tx, { userId, sessionId })))
		throw new ServiceError('forbidden', 'session_not_found', 'The session that asked for this has ended')
	const owner = await findIdentityOwner(tx, identity)
	if (owner !== null) {
		const message = owner === userId ? 'Identity is already linked' : 'Identity is already linked to another user'
		throw new ServiceError('unprocessable', 'identity_already_exists', message)
	}
	await adoptEmail(ctx, tx, { user, profile: identity.profile })
	await addIdentity(ctx, tx, { userId, ...identity })
	await recordAudit(ctx, tx, { action: 'identity_linked', outcome: 'success', userId, detail: { provider: identity.provider, by: 'hand' } })
	return requireUser(tx, userId)
}

const unprocessable = (code: string, message: string) => new ServiceError('unprocessable', code, message)

/** Columns cleared together with an identity. */
const CLEARED = {
	email: { encrypted_password: null },
	phone: { phone: null, phone_confirmed_at: null, new_phone: null },
} as const

function backsEmail({ identity_data: data }: IdentityRow, email: string): boolean {
	const claims = toMetadataObject(data)
	return claims.email === email && claims.email_verified === true
}

/** True if the account keeps its verified email after unlinking: orders and certificates depend on it. */
function keepsEmail(user: UserRecord, removed: IdentityRow): boolean {
	const { email } = user
	if (email === null || !backsEmail(removed, email)) return true
	return user.identities.some((identity) => identity.id !== removed.id && backsEmail(identity, email))
}

async function remove(ctx: ServiceContext, tx: Tx, { caller, identityId }: { caller: SignedIn; identityId: string }): Promise<void> {
	await lockUser(tx, caller.userId)
	const user = await requireUser(tx, caller.userId)
	const identity = user.identities.find(({ id }) => id === identityId)
	if (!identity) throw unprocessable('identity_not_found', "Identity doesn't exist")
	if (user.identities.length <= 1)
		throw unprocessable('single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
	const { provider } = identity
	if (!keepsEmail(user, identity))
		throw unprocessable('email_conflict_identity_not_deletable', 'No other identity of this account proves its email')
	await tx.deleteFrom('auth.identities').where('id', '=', identity.id).execute()
	if (provider === 'email' || provider === 'phone') await updateUserRow(tx, user.id, CLEARED[provider])
	await updateProvidersInMetadata(ctx, tx, user.id)
	// A pending authorization code from that provider could still be exchanged for a session.
	await tx.deleteFrom('auth.flow_states').where('user_id', '=', user.id).where('provider', '=', provider).execute()
	await endOtherSessions(tx, user.id, caller.sessionId)
	await recordAudit(ctx, tx, { action: 'identity_unlinked', outcome: 'success', userId: user.id, detail: { provider } })
}

/**
 * Unlinks an identity, but never the last one, and ends the account's other sessions.
 * @throws ServiceError manual_linking_disabled (404), validation_failed (404 for a malformed ID), identity_not_found,
 * single_identity_not_deletable, email_conflict_identity_not_deletable (422), insufficient_aal (401), reauthentication_needed
 * (400)
 */
export async function unlinkIdentity(ctx: ServiceContext, caller: SignedIn, identityId: string): Promise<void> {
	requireManualLinking(ctx)
	if (!isUuid(identityId)) throw new ServiceError('not-found', 'validation_failed', 'identity_id must be an UUID')
	await requireStrongSession(ctx, caller)
	const event = { action: 'identity_unlinked', userId: caller.userId } as const
	await withFailureAudit(ctx, event, () => inTransaction(ctx.db, (tx) => remove(ctx, tx, { caller, identityId: identityId.toLowerCase() })))
}
