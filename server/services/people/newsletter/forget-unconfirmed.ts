import type { ServiceContext } from '#server/services/context.ts'

/**
 * Deletes addresses that were never confirmed: no one agreed to their storage. A former subscriber goes back to unsubscribed.
 * @returns how many were deleted
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
