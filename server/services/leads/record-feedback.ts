import type { z } from 'zod'

import type { FeedbackRequestSchema } from '#contracts/leads.ts'
import type { ServiceContext } from '#server/context.ts'

type Feedback = z.output<typeof FeedbackRequestSchema>

/** Keeps what a visitor thought of a module (spec B §4). The same `feedbackId` twice is one feedback. */
export async function recordFeedback(ctx: ServiceContext, feedback: Feedback): Promise<void> {
	const { feedbackId, helpful, suggestion, moduleId, website } = feedback
	if (website) {
		ctx.log.info('honeypot filled', { requestId: ctx.requestId, form: 'feedback' })
		return
	}
	await ctx.db
		.insertInto('module_feedback')
		.values({
			...(feedbackId && { id: feedbackId }),
			module_id: moduleId,
			is_helpful: helpful,
			suggestion: suggestion || null,
			user_id: ctx.actor.type === 'learner' ? ctx.actor.userId : null,
			created_at: ctx.now(),
		})
		.onConflict((conflict) => conflict.column('id').doNothing())
		.execute()
}
