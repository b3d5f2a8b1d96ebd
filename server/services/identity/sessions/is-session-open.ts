import type { Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

/**
 * True if a session is open, for what it began and another request finishes: signing out or setting a new password cancels that too
 * (docs/adr/0327). The session is not deleted before the transaction ends.
 * @param sessionId null is never open
 */
export async function isSessionOpen(
	ctx: ServiceContext,
	tx: Tx,
	{ userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<boolean> {
	// In the lock order of changes to the account, so that the two never wait for each other.
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
