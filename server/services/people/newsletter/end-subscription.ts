import { sql } from 'kysely'

import type { ServiceContext } from '#server/services/context.ts'

import { readUnsubscribeToken } from './subscription-tokens.ts'

/**
 * Subscriptions that a reader can end. One that the operator ended counts, too: the reader's own wish must outlast an undo in the console.
 */
export const canBeEndedByReader = sql<boolean>`(status in ('pending', 'confirmed') or (status = 'unsubscribed' and ended_by = 'operator'))`

/**
 * Ends a subscription, or the wait for its confirmation. Repeating it changes nothing; a suppressed address stays suppressed.
 * @returns `unknown` for a token that is not ours
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
