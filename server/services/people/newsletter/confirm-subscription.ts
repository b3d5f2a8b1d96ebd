import { inTransaction } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'

import { hashConfirmToken, unsubscribeToken, unsubscribeUrl, welcomeMail } from './newsletter-mails.ts'

/**
 * Deletes expired unconfirmed requests, whose storage no one consented to. Former subscribers become unsubscribed again.
 * @returns the number of deleted rows
 */
export async function forgetUnconfirmed(ctx: ServiceContext): Promise<{ newsletterWishes: number }> {
	const { numDeletedRows } = await ctx.db
		.deleteFrom('newsletter_subscriptions')
		.where('status', '=', 'pending')
		.where('confirmed_at', 'is', null)
		.where('confirm_expires_at', '<=', ctx.now())
		.executeTakeFirst()
	await ctx.db
		.updateTable('newsletter_subscriptions')
		.set({ status: 'unsubscribed', confirm_hash: null, confirm_expires_at: null })
		.where('status', '=', 'pending')
		.where('confirm_expires_at', '<=', ctx.now())
		.execute()
	return { newsletterWishes: Number(numDeletedRows) }
}

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
