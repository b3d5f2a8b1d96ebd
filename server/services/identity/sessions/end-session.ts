import { inTransaction } from '#server/db/in-transaction.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { recordAudit } from '#server/services/platform/audit/record-audit.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { requireFreshSession } from './fresh-proof.ts'

const notFound = () => new ServiceError('not-found', 'session_not_found', 'This session has ended already.')

/**
 * Ends one session of the learner; its access tokens are rejected from then on.
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
