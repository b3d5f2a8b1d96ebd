import type { ServiceContext } from '#server/services/context.ts'

const HOUR_MS = 3_600_000
const UNUSED_MS = 30 * 24 * HOUR_MS

/**
 * Deletes requests an hour after they expire. Also deletes applications that registered themselves more than a month ago and that
 * no learner has authorized. For a daily job; idempotent.
 */
export async function deleteUnusedOauthRows(ctx: ServiceContext): Promise<{ expiredRequests: number; unusedApplications: number }> {
	const before = (ms: number) => new Date(ctx.now().getTime() - ms)
	const expired = await ctx.db.deleteFrom('auth.oauth_authorizations').where('expires_at', '<', before(HOUR_MS)).executeTakeFirst()
	const applications = await ctx.db
		.deleteFrom('auth.oauth_clients as client')
		.where('registration_type', '=', 'dynamic')
		.where('created_at', '<', before(UNUSED_MS))
		.where((eb) =>
			eb.not(eb.exists(eb.selectFrom('auth.oauth_consents as consent').select('user_id').whereRef('consent.client_id', '=', 'client.id'))),
		)
		.executeTakeFirst()
	return { expiredRequests: Number(expired.numDeletedRows), unusedApplications: Number(applications.numDeletedRows) }
}
