import type { ServiceContext } from '#server/services/context.ts'

const DAY_MS = 86_400_000
/** Longer than the longest window of a limit. */
const SENDS_LIFETIME_MS = 2 * DAY_MS

/**
 * Deletes counted sends after two days, and codes with their count of wrong entries two days after they expire. No limit needs
 * them by then. Runs daily.
 */
export async function deleteExpiredSms(ctx: ServiceContext): Promise<{ sends: number; codes: number }> {
	const now = ctx.now().getTime()
	const sends = await ctx.db
		.deleteFrom('sms_sends')
		.where('sent_at', '<', new Date(now - SENDS_LIFETIME_MS))
		.executeTakeFirst()
	const codes = await ctx.db
		.deleteFrom('sms_codes')
		.where('expires_at', '<', new Date(now - SENDS_LIFETIME_MS))
		.executeTakeFirst()
	return { sends: Number(sends.numDeletedRows), codes: Number(codes.numDeletedRows) }
}
