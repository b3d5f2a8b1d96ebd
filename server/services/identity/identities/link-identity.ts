import { parseEmailAddress } from '#domain/auth/email-address.ts'
import type { ExternalProfile } from '#server/adapters/oauth/port.ts'
import type { Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { alreadyTaken, withUniqueAddress } from '#server/services/identity/accounts/account-address.ts'
import { requireRight } from '#server/services/identity/accounts/account-kind.ts'
import {
	findUser,
	findUserByEmail,
	lockUser,
	refuseBanned,
	requireUser,
	type UserRecord,
} from '#server/services/identity/accounts/user-record.ts'
import { isSessionOpen } from '#server/services/identity/sessions/find-sessions.ts'
import { requireFreshChange } from '#server/services/identity/sessions/fresh-proof.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { requireSecondFactor } from '#server/services/identity/sessions/second-factor-rules.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { addIdentity } from './add-identity.ts'
import { type ExternalIdentity, findIdentityOwner, lockIdentity } from './choose-account.ts'

/** @throws ServiceError manual_linking_disabled (404) with GoTrue's text */
export function requireManualLinking(ctx: ServiceContext): void {
	if (!ctx.config.auth.manualLinking) throw new ServiceError('not-found', 'manual_linking_disabled', 'Manual linking is disabled')
}

/** @throws ServiceError insufficient_aal (401), reauthentication_needed (400) */
export async function requireStrongSession(ctx: ServiceContext, caller: SignedIn): Promise<void> {
	const message = 'AAL2 session is required to change identities when MFA is enabled.'
	await requireSecondFactor(ctx.db, caller, { kind: 'unauthenticated', message })
	await requireFreshChange(ctx, ctx.db, caller)
}

/** Gives an account without an email the provider's verified one. */
async function adoptEmail(ctx: ServiceContext, tx: Tx, { user, profile }: { user: UserRecord; profile: ExternalProfile }): Promise<void> {
	const email = profile.isEmailVerified && profile.email !== null ? parseEmailAddress(profile.email) : null
	if (user.email !== null || email === null) return
	if (await findUserByEmail(tx, email)) throw alreadyTaken('email')
	await withUniqueAddress(() =>
		tx.updateTable('auth.users').set({ email, email_confirmed_at: ctx.now() }).where('id', '=', user.id).execute(),
	)
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
	refuseBanned(user, ctx.now())
	requireRight(user, 'canLinkIdentity')
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
