import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'

export const LOGOUT_SCOPES = ['global', 'local', 'others'] as const
export type LogoutScope = (typeof LOGOUT_SCOPES)[number]

/** Ends every session of the account except one. */
export const endOtherSessions = (db: Db | Tx, userId: string, keep: string) =>
	db.deleteFrom('auth.sessions').where('user_id', '=', userId).where('id', '!=', keep).execute()

/** Signs out this session, all others, or all. Access tokens of ended sessions are rejected from then on. */
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
