import type { ConsoleRequest } from '#server/console/shell/console-request.ts'

const MAX = 200

/** Copies and deletions that people asked for on the site and that wait, the most urgent first: the order of the index of open ones. */
export const readPrivacyRequests = async ({ ctx }: ConsoleRequest) => ({
	requests: await ctx.db
		.selectFrom('privacy_requests')
		.select(['id', 'kind', 'user_id', 'asked_at', 'due_at', 'erases_at'])
		.where('answered_at', 'is', null)
		.orderBy('due_at')
		.limit(MAX)
		.execute(),
	most: MAX,
	now: ctx.now(),
})
