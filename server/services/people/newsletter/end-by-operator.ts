import type { Db, Tx } from '#server/db/database.ts'
import { isUuid } from '#server/db/uuid.ts'
import type { ServiceContext } from '#server/services/context.ts'

/**
 * Ends a subscription or a pending confirmation on behalf of the operator. A suppressed address stays suppressed.
 * @returns the state before; null if there was nothing to end
 */
export async function endByOperator(ctx: ServiceContext, db: Db | Tx, id: string): Promise<'pending' | 'confirmed' | null> {
	if (!isUuid(id)) return null
	const before = await db
		.selectFrom('newsletter_subscriptions')
		.select('status')
		.where('id', '=', id)
		.where('status', 'in', ['pending', 'confirmed'])
		.forUpdate()
		.executeTakeFirst()
	if (!before) return null
	await db
		.updateTable('newsletter_subscriptions')
		.set({ status: 'unsubscribed', unsubscribed_at: ctx.now(), ended_by: 'operator', confirm_hash: null, confirm_expires_at: null })
		.where('id', '=', id)
		.execute()
	return before.status === 'confirmed' ? 'confirmed' : 'pending'
}
