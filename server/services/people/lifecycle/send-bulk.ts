import type { LogFields } from '#server/kernel/logger.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { bulkCapacity } from '#server/services/messaging/outbox/enqueue-message.ts'
import { notifyEarlyAccess, findNotifyBlocker } from '#server/services/people/leads/notify-early-access.ts'
import { sendIssues } from '#server/services/people/newsletter-issues/send-issues.ts'
import { sendArticles } from '#server/services/people/newsletter/announce-articles.ts'
import { sendInvitations } from '#server/services/people/newsletter/send-invitations.ts'

import { sendLifecycle, findRuleSkipReason } from './send-lifecycle.ts'

/** Bulk emails in the order of sending: people who requested a single email don't wait for mailings. */
const WORK: Readonly<Record<string, (ctx: ServiceContext, room: number) => Promise<number>>> = {
	earlyAccess: notifyEarlyAccess,
	articles: sendArticles,
	issues: sendIssues,
	lifecycle: sendLifecycle,
	invitations: sendInvitations,
}

export async function sendBulk(ctx: ServiceContext): Promise<LogFields> {
	let room = await bulkCapacity(ctx)
	const done: Record<string, number> = {}
	for (const [name, send] of Object.entries(WORK)) {
		done[name] = room > 0 ? await send(ctx, room) : 0
		room -= done[name]
	}
	return done
}

/** Returns the reason not to send a queued email, or null. */
export const findSkipReason = async (...mail: Parameters<typeof findRuleSkipReason>): Promise<string | null> =>
	(await findRuleSkipReason(...mail)) ?? findNotifyBlocker(...mail)
