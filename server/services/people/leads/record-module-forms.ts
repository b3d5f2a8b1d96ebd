import type { z } from 'zod'

import type { Content } from '#content/load-content.server.ts'
import type { EarlyAccessRequestSchema, FeedbackRequestSchema } from '#contracts/leads.ts'
import { inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireFormTurn } from '#server/services/identity/codes/message-turn.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/entitlements.ts'
import { isHoneypotFilled } from '#server/services/people/honeypot.ts'
import { requireMessageQuota } from '#server/services/people/quotas/require-message-quota.ts'
import { acknowledge } from '#server/services/people/support/support-mails.ts'

import { earlyAccessMail, feedbackMail } from './lead-mails.ts'

type Feedback = z.output<typeof FeedbackRequestSchema>

/**
 * Stores feedback, and thanks a learner by email. Idempotent by `feedbackId`.
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

/** @throws ServiceError `module_unknown` (422) */
function requireModule(content: Content, moduleId: number): void {
	if (content.sectionsOf(moduleId).length === 0) throw new ServiceError('unprocessable', 'module_unknown', 'The course has no such module')
}

type EarlyAccessInput = z.output<typeof EarlyAccessRequestSchema>

/**
 * Stores a request for early access and confirms it by email. Repeating it changes nothing, unless the address was already
 * notified.
 * @throws ServiceError `module_unknown` (422), `forms_busy` (429)
 */
export async function recordEarlyAccess(ctx: ServiceContext, { email, moduleId, website }: EarlyAccessInput): Promise<void> {
	if (isHoneypotFilled(ctx, 'early-access', website)) return
	requireModule(ctx.content, moduleId)
	await requireFormTurn(ctx, email)
	const to = email.toLowerCase()
	await inTransaction(ctx.db, async (tx) => {
		const wish = { user_id: ctx.actor.type === 'learner' ? ctx.actor.userId : null, created_at: ctx.now(), due_at: null, notified_at: null }
		const added = await tx
			.insertInto('early_access_requests')
			.values({ email: to, module_id: moduleId, ...wish })
			.onConflict((conflict) =>
				conflict.columns(['email', 'module_id']).doUpdateSet(wish).where('early_access_requests.notified_at', 'is not', null),
			)
			.returning('id')
			.executeTakeFirst()
		if (added)
			await acknowledge(ctx, tx, { channel: 'email', to, ...earlyAccessMail(ctx.content, { moduleId, siteUrl: ctx.config.siteUrl }) })
	})
}
