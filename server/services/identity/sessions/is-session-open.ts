import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

/**
 * True if a session that started something is still open when another request finishes it: signing out or setting a new password
 * cancels that, too (docs/adr/0327). Locks the session until the transaction ends, so it can't be deleted.
 * @param sessionId null returns false
 */
export async function isSessionOpen(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<boolean> {
	// Same lock order as changes to the account, to avoid deadlocks.
	await tx.selectFrom('auth.users').select('id').where('id', '=', userId).forKeyShare().execute()
	const session = await tx
		.selectFrom('auth.sessions')
		.select('not_after')
		.where('id', '=', sessionId)
		.where('user_id', '=', userId)
		.forKeyShare()
		.executeTakeFirst()
	return session !== undefined && (session.not_after === null || session.not_after > ctx.now())
}
