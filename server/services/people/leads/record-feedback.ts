import type { z } from 'zod'

import type { FeedbackRequestSchema } from '#contracts/leads.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/list-entitlements.ts'
import { isHoneypotFilled } from '#server/services/people/honeypot.ts'
import { requireMessageQuota } from '#server/services/people/quotas/require-message-quota.ts'
import { acknowledge } from '#server/services/people/support/acknowledge.ts'

import { feedbackMail } from './lead-mails.ts'
import { requireModule } from './require-module.ts'

type Feedback = z.output<typeof FeedbackRequestSchema>

/**
 * Stores feedback on a module. A learner gets a thank-you email. Idempotent by `feedbackId`.
 * @throws ServiceError `module_unknown` (422), `storage_full` (413)
 */
export async function recordFeedback(ctx: ServiceContext, feedback: Feedback): Promise<void> {
	const { feedbackId, helpful, suggestion, moduleId, website } = feedback
	if (isHoneypotFilled(ctx, 'feedback', website)) return
	requireModule(ctx.content, moduleId)
	const userId = ctx.actor.type === 'learner' ? ctx.actor.userId : null
	await inTransaction(ctx.db, async (tx) => {
		if (userId !== null) await requireMessageQuota(tx, { userId }, suggestion ?? '')
		const added = await tx
			.insertInto('module_feedback')
			.values({
				...(feedbackId && { id: feedbackId }),
				module_id: moduleId,
				is_helpful: helpful,
				suggestion: suggestion || null,
				user_id: userId,
				created_at: ctx.now(),
			})
			.onConflict((conflict) => conflict.column('id').doNothing())
			.returning('id')
			.executeTakeFirst()
		const to = added && userId !== null ? await findVerifiedEmail(tx, userId) : null
		if (to) await acknowledge(ctx, tx, { channel: 'email', to, ...feedbackMail(ctx.content, { moduleId, siteUrl: ctx.config.siteUrl }) })
	})
}
