import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'

import { unsubscribeUrl, welcomeMail } from './newsletter-mails.ts'
import { hashConfirmToken, unsubscribeToken } from './subscription-tokens.ts'

/**
 * Confirms a subscription and sends a welcome email. Idempotent.
 * @returns `expired` if the token is unknown, replaced by a newer one, or older than seven days, or the subscription has ended
 */
export async function confirmSubscription(ctx: ServiceContext, token: string): Promise<'confirmed' | 'expired'> {
	return inTransaction(ctx.db, async (tx) => {
		const subscription = await tx
			.selectFrom('newsletter_subscriptions')
			.select(['id', 'email', 'status', 'confirm_expires_at'])
			.where('confirm_hash', '=', hashConfirmToken(token))
			.forUpdate()
			.executeTakeFirst()
		if (subscription?.status === 'confirmed') return 'confirmed'
		const now = ctx.now()
		if (subscription?.status !== 'pending' || !subscription.confirm_expires_at || subscription.confirm_expires_at <= now) return 'expired'

		await tx
			.updateTable('newsletter_subscriptions')
			.set({ status: 'confirmed', confirmed_at: now, unsubscribed_at: null })
			.where('id', '=', subscription.id)
			.execute()
		const url = unsubscribeUrl(ctx.config, await unsubscribeToken(ctx, subscription.id))
		await enqueueMessage(ctx, tx, {
			channel: 'email',
			to: subscription.email,
			...welcomeMail(ctx, url, ctx.content.articles),
		})
		return 'confirmed'
	})
}
