import { type Db, inTransaction, isUuid, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { requireFreshSession } from './fresh-proof.ts'

const notFound = () => new ServiceError('not-found', 'session_not_found', 'This session has ended already.')

/**
 * Ends a session of the caller's account. Its access tokens are rejected from then on.
 * @throws ServiceError session_not_found (404) if it has ended or is someone else's; reauthentication_needed (403) if the calling
 * session ends another one and isn't fresh
 */
export async function endSession(ctx: ServiceContext, sessionId: string): Promise<void> {
	const userId = requireLearnerId(ctx)
	if (!isUuid(sessionId)) throw notFound()
	if (ctx.actor.type === 'learner' && ctx.actor.sessionId !== sessionId) await requireFreshSession(ctx, ctx.actor)
	await inTransaction(ctx.db, async (tx) => {
		const ended = await tx.deleteFrom('auth.sessions').where('id', '=', sessionId).where('user_id', '=', userId).executeTakeFirst()
		if (ended.numDeletedRows === 0n) throw notFound()
		await recordAudit(ctx, tx, { action: 'logout', outcome: 'success', userId, detail: { scope: 'one', session_id: sessionId } })
	})
}

export const LOGOUT_SCOPES = ['global', 'local', 'others'] as const
export type LogoutScope = (typeof LOGOUT_SCOPES)[number]

export const endOtherSessions = (db: Db | Tx, userId: string, keep: string) =>
	db.deleteFrom('auth.sessions').where('user_id', '=', userId).where('id', '!=', keep).execute()

/** Ends one session, all others, or all sessions of an account. Their access tokens are rejected from then on. */
export async function signOut(ctx: ServiceContext, session: { userId: string; sessionId: string }, scope: LogoutScope): Promise<void> {
	const { userId, sessionId } = session
	await inTransaction(ctx.db, async (tx) => {
		if (scope === 'others') await endOtherSessions(tx, userId, sessionId)
		else {
			const ended = tx.deleteFrom('auth.sessions').where('user_id', '=', userId)
			await (scope === 'local' ? ended.where('id', '=', sessionId) : ended).execute()
		}
		await recordAudit(ctx, tx, { action: 'logout', outcome: 'success', userId, detail: { scope } })
	})
}
