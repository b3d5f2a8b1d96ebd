import type { Deps } from '#server/services/context.ts'

/** Returns the state of each message to a learner, internally and in the learner's log. */
export const readMessageStatus = (deps: Deps, userId: string) =>
	deps.db
		.selectFrom('sms_messages as message')
		.innerJoin('sms_logs as log', 'log.id', 'message.id')
		.select(['message.status', 'log.status as log', 'message.provider_id'])
		.where('message.user_id', '=', userId)
		.execute()
