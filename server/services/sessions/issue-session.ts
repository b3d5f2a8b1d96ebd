import { randomBytes } from 'node:crypto'

import type { ServiceContext, Tx } from '#server/context.ts'
import { requireUser } from '#server/services/accounts/user-record.ts'
import { recordAudit } from '#server/services/audit/record-audit.ts'

import { makeGrant, type SessionGrant } from './session-grant.ts'

export type SessionReason = {
	userId: string
	/** How, as the `amr` claim names it (AUTH_WIRE §4). */
	method: string
	/** Whose identity was used; mailbox and telephone are ours and are not named in the token. */
	provider?: string
	/** The session's end, when somebody else decides it. */
	notAfter?: Date | null
}

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
			created_at: now,
			updated_at: now,
		})
		.returningAll()
		.executeTakeFirstOrThrow()
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
