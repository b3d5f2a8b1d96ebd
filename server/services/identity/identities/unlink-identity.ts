import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { type IdentityRow, lockUser, readMetadata, requireUser, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { endOtherSessions } from '#server/services/identity/sessions/end-sessions.ts'
import type { SignedIn } from '#server/services/identity/sessions/identify-bearer.ts'
import { auditFailure } from '#server/services/platform/audit/audit-failure.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

import { saveProviders } from './add-identity.ts'
import { requireManualLinking, requireStrongSession } from './link-identity.ts'

const unprocessable = (code: string, message: string) => new ServiceError('unprocessable', code, message)

/** Columns cleared together with an identity. */
const LOST = {
	email: { encrypted_password: null },
	phone: { phone: null, phone_confirmed_at: null, new_phone: null },
} as const

function backsEmail({ identity_data: data }: IdentityRow, email: string): boolean {
	const claims = readMetadata(data)
	return claims.email === email && claims.email_verified === true
}

/** True if the account keeps its verified email after unlinking: orders and certificates depend on it. */
function keepsEmail(user: UserRecord, leaving: IdentityRow): boolean {
	const { email } = user
	if (email === null || !backsEmail(leaving, email)) return true
	return user.identities.some((identity) => identity.id !== leaving.id && backsEmail(identity, email))
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
	if (provider === 'email' || provider === 'phone')
		await tx.updateTable('auth.users').set(LOST[provider]).where('id', '=', user.id).execute()
	await saveProviders(ctx, tx, user.id)
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
	await auditFailure(ctx, event, () => inTransaction(ctx.db, (tx) => remove(ctx, tx, { caller, identityId: identityId.toLowerCase() })))
}
