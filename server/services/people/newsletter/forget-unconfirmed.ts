import type { ServiceContext } from '#server/services/context.ts'

/**
 * Deletes addresses that were never confirmed, since no one consented to their storage. Former subscribers become unsubscribed
 * again.
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
