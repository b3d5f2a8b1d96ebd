import { sql } from 'kysely'

import { type Db, isUuid, type Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { readUnsubscribeToken } from './newsletter-mails.ts'

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

/**
 * SQL condition for subscriptions that a subscriber can end. Includes those the operator has ended: the subscriber's own decision
 * must outlast an undo in the console.
 */
export const canBeEndedByReader = sql<boolean>`(status in ('pending', 'confirmed') or (status = 'unsubscribed' and ended_by = 'operator'))`

/**
 * Ends a subscription or a pending confirmation. Idempotent; a suppressed address stays suppressed.
 * @returns `unknown` for an invalid token
 */
export async function endSubscription(ctx: ServiceContext, token: string): Promise<'ended' | 'unknown'> {
	const id = await readUnsubscribeToken(ctx, token)
	if (id === null) return 'unknown'
	await ctx.db
		.updateTable('newsletter_subscriptions')
		.set({ status: 'unsubscribed', unsubscribed_at: ctx.now(), ended_by: 'reader', confirm_hash: null, confirm_expires_at: null })
		.where('id', '=', id)
		.where(canBeEndedByReader)
		.execute()
	return 'ended'
}
