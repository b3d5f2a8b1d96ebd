import { randomBytes } from 'node:crypto'

import type { ServiceContext, Tx } from '#server/context.ts'
import { requireUser } from '#server/services/accounts/user-record.ts'
import { recordAudit } from '#server/services/audit/record-audit.ts'

import { makeGrant, type SessionGrant, type SessionRow } from './session-grant.ts'

export type SessionReason = {
	userId: string
	/** How, as the `amr` claim names it (AUTH_WIRE §4). */
	method: string
	/** Whose identity was used; mailbox and telephone are ours and are not named in the token. */
	provider?: string
	/** The session's end, when somebody else decides it. */
	notAfter?: Date | null
}

/** Their rows stay until the daily job, so that their browsers hear why. What applications were given is no sign-in. */
const endEarlierSessions = (tx: Tx, { id, user_id: userId, created_at: now }: SessionRow) =>
	tx
		.updateTable('auth.sessions')
		.set({ not_after: now, updated_at: now })
		.where('user_id', '=', userId)
		.where('id', '!=', id)
		// An application is no other browser of the learner's.
		.where('oauth_client_id', 'is', null)
		.where('oauth_client_id', 'is', null)
		.where((eb) => eb.or([eb('not_after', 'is', null), eb('not_after', '>', now)]))
		.execute()

/** Opens a session for an account that has just proven itself. */
export async function issueSession(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, method, provider = 'email', notAfter = null }: SessionReason,
): Promise<SessionGrant> {
	const now = ctx.now()
	const session = await tx
		.insertInto('auth.sessions')
		.values({
			user_id: userId,
			refresh_key: randomBytes(32),
			user_agent: ctx.userAgent,
			ip: ctx.clientAddress,
			not_after: notAfter,
			aal_since: now,
			created_at: now,
			updated_at: now,
		})
		.returningAll()
		.executeTakeFirstOrThrow()
	if (ctx.config.auth.sessions.isSingle && session.oauth_client_id === null) await endEarlierSessions(tx, session)
	await tx
		.insertInto('auth.mfa_amr_claims')
		.values({ session_id: session.id, method, provider: provider === 'email' || provider === 'phone' ? null : provider, created_at: now })
		.execute()
	await tx.updateTable('auth.users').set({ last_sign_in_at: now, updated_at: now }).where('id', '=', userId).execute()
	await tx
		.updateTable('auth.identities')
		.set({ last_sign_in_at: now })
		.where('user_id', '=', userId)
		.where('provider', '=', provider)
		.execute()
	await recordAudit(ctx, tx, { action: 'login', outcome: 'success', userId, detail: { method, session_id: session.id } })
	return makeGrant(ctx, tx, { session, user: await requireUser(tx, userId) })
}
