import type { z } from 'zod'

import type { Content } from '#content/load-content.server.ts'
import type { ActionPlanRequestSchema } from '#contracts/leads.ts'
import { paths } from '#contracts/paths.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'
import { inTransaction } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireFormBudget } from '#server/services/identity/codes/message-turn.ts'
import { layoutMail } from '#server/services/messaging/outbox/mail-layout.ts'
import { isHoneypotFilled } from '#server/services/people/honeypot.ts'
import { queueAcknowledgment } from '#server/services/people/support/support-mails.ts'

type ActionPlanInput = z.output<typeof ActionPlanRequestSchema>

export function actionPlanMail(content: Content, { type, siteUrl }: { type: ActionPlanInput['type']; siteUrl: string }) {
	const { plan, results } = content.freeTrial.quiz
	const { title, planTasks } = results[type]
	const heading = plan.title.replace('{type}', title)
	const mail = {
		heading,
		paragraphs: [
			plan.intro,
			...planTasks.map(
				(task, index) => `${index + 1}. ${task.idea}: ${task.task}. Time: ${task.time}. With: ${task.tool}. Done when: ${task.goal}.`,
			),
		],
		...(!isHiddenPage(content.site, paths.weeklyPlanner) && {
			action: { label: plan.planner.label, url: `${siteUrl}${paths.weeklyPlanner}` },
		}),
		notes: [
			`You asked for this one email on ${content.site.name}. We won’t send you anything else, and your address isn’t on any list.`,
			'Didn’t ask for it? Someone probably entered your address by mistake. You don’t need to do anything.',
		],
	}
	return { template: 'leads.action-plan', subject: heading, ...layoutMail(content, mail) }
}

/**
 * Emails the action plan. The address isn't stored anywhere else. Limited per mailbox, like other emails that anyone can trigger.
 * @throws ServiceError forms_busy (429)
 */
export async function mailActionPlan(ctx: ServiceContext, { email, type, website }: ActionPlanInput): Promise<void> {
	if (isHoneypotFilled(ctx, 'action-plan', website)) return
	await requireFormBudget(ctx, email)
	const message = { to: email.toLowerCase(), ...actionPlanMail(ctx.content, { type, siteUrl: ctx.config.siteUrl }) } as const
	await inTransaction(ctx.db, (tx) => queueAcknowledgment(ctx, tx, message))
}
