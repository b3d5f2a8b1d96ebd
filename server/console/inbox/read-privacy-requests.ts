import type { ConsoleRequest } from '#server/console/shell/console-request.ts'

const MAX = 200

/** Lists open privacy requests, most urgent first. The order matches a partial index on open requests. */
export const readPrivacyRequests = async ({ ctx }: ConsoleRequest) => ({
	requests: await ctx.db
		.selectFrom('privacy_requests as request')
		.leftJoin('auth.users as account', 'account.id', 'request.user_id')
		.select(['request.id', 'kind', 'user_id', 'account.email', 'asked_at', 'due_at', 'erases_at'])
		.where('answered_at', 'is', null)
		.orderBy('due_at')
		.limit(MAX)
		.execute(),
	most: MAX,
	now: ctx.now(),
})
