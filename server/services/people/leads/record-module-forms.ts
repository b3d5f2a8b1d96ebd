import type { z } from 'zod'

import type { Content } from '#content/load-content.server.ts'
import type { EarlyAccessRequestSchema, FeedbackRequestSchema } from '#contracts/leads.ts'
import { paths } from '#contracts/paths.ts'
import { inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { RenderedMail, ServiceContext } from '#server/services/context.ts'
import { requireFormBudget } from '#server/services/identity/codes/message-turn.ts'
import { findVerifiedEmail } from '#server/services/learning/entitlements/entitlements.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'
import { isHoneypotFilled } from '#server/services/people/honeypot.ts'
import { requireMessageQuota } from '#server/services/people/quotas/require-message-quota.ts'
import { queueAcknowledgment } from '#server/services/people/support/support-mails.ts'

type Place = { moduleId: number; siteUrl: string }

/** Returns a note for recipients who didn't request the email. */
const deletionNote = (siteUrl: string) =>
	`Didn’t ask for this, or changed your mind? Delete your address here: ${siteUrl}${paths.privacyRequest}`

// Like other confirmations, this email quotes nothing from the form, which could carry a message to a third party.

export function earlyAccessMail(content: Content, { moduleId, siteUrl }: Place): RenderedMail {
	const mail = {
		heading: 'You’re on the early access list',
		paragraphs: [
			`You asked for early access to module ${moduleId} at ${content.site.name}. We’ll email you once, when there’s something to see.`,
			'Until then, you can read every module that is open.',
		],
		action: { label: 'See the modules', url: `${siteUrl}${paths.modules}` },
		notes: [deletionNote(siteUrl)],
	}
	return { template: 'leads.early-access', subject: `Early access to module ${moduleId}`, ...layoutMail(content, mail) }
}

/** Renders the email that the early-access form promised. */
export function moduleOpenMail(
	content: Content,
	{ moduleId, siteUrl }: Place,
	{ title, lessons }: { title: string; lessons: number },
): RenderedMail {
	const mail = {
		heading: `Module ${moduleId} has lessons now`,
		paragraphs: [
			`You asked us to tell you when there’s something to see in module ${moduleId} at ${content.site.name}. Now there is: “${title}”, with ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}.`,
			'The modules page shows which ones are open to you.',
		],
		action: { label: 'See the modules', url: `${siteUrl}${paths.modules}` },
		notes: [`You asked for this one email. We write about module ${moduleId} again only if you ask again.`, deletionNote(siteUrl)],
	}
	return { template: 'leads.module-open', subject: `Module ${moduleId} has lessons now`, ...layoutMail(content, mail) }
}

const nameModule = (content: Content, moduleId: number) => content.labelModule(moduleId).replace(/^Module/, 'module')

export function feedbackMail(content: Content, { moduleId, siteUrl }: Place): RenderedMail {
	const mail = {
		heading: 'Thank you for your feedback',
		paragraphs: [
			`We have your thoughts on ${nameModule(content, moduleId)}. A person reads every one, and they help us decide what to change next.`,
			'Would you like a reply? Write to us, and we’ll answer.',
		],
		action: { label: 'Write to us', url: `${siteUrl}${paths.contact}` },
		notes: ['You’re getting this email because you were signed in when you sent the form.'],
	}
	return { template: 'leads.feedback', subject: `Your feedback on ${nameModule(content, moduleId)}`, ...layoutMail(content, mail) }
}

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
		if (to) await queueAcknowledgment(ctx, tx, { to, ...feedbackMail(ctx.content, { moduleId, siteUrl: ctx.config.siteUrl }) })
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
	await requireFormBudget(ctx, email)
	const to = email.toLowerCase()
	await inTransaction(ctx.db, async (tx) => {
		const values = {
			user_id: ctx.actor.type === 'learner' ? ctx.actor.userId : null,
			created_at: ctx.now(),
			due_at: null,
			notified_at: null,
		}
		const added = await tx
			.insertInto('early_access_requests')
			.values({ email: to, module_id: moduleId, ...values })
			.onConflict((conflict) =>
				conflict.columns(['email', 'module_id']).doUpdateSet(values).where('early_access_requests.notified_at', 'is not', null),
			)
			.returning('id')
			.executeTakeFirst()
		if (added) await queueAcknowledgment(ctx, tx, { to, ...earlyAccessMail(ctx.content, { moduleId, siteUrl: ctx.config.siteUrl }) })
	})
}
