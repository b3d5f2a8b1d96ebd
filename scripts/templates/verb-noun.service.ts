import { inTransaction } from '#server/db/in-transaction.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

export type VerbNounInput = { id: string }
export type VerbNounResult = { id: string; at: Date }

/**
 * Say in one sentence what the function changes.
 * @throws ServiceError `no_authorization` without a learner, `not_found` when the row is missing or someone else's
 */
export async function verbNoun(ctx: ServiceContext, { id }: VerbNounInput): Promise<VerbNounResult> {
	const { actor } = ctx
	if (actor.type !== 'learner') throw new ServiceError('unauthenticated', 'no_authorization', 'Please sign in first.')
	return inTransaction(ctx.db, async (tx) => {
		const row = await tx
			.selectFrom('module_feedback')
			.select('id')
			.where('id', '=', id)
			.where('user_id', '=', actor.userId)
			.forUpdate()
			.executeTakeFirst()
		// Missing and foreign look alike: an answer must not reveal that someone else's row exists.
		if (!row) throw new ServiceError('not-found', 'not_found', 'There is no such entry.')
		const at = ctx.now()
		await tx.updateTable('module_feedback').set({ is_helpful: true }).where('id', '=', row.id).execute()
		return { id: row.id, at }
	})
}
