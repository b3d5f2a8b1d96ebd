import { sql } from 'kysely'

import { inTransaction, type Tx } from '#server/db/database.ts'
import type { LogFields } from '#server/kernel/logger.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { bulkCapacity } from '#server/services/messaging/outbox/enqueue-message.ts'
import { findNotifyBlocker, notifyEarlyAccess } from '#server/services/people/leads/notify-early-access.ts'
import { composeIssue } from '#server/services/people/newsletter-issues/issue-mail.ts'
import { hadIssueThisWeek, recordIssue, sendIssues } from '#server/services/people/newsletter-issues/send-issues.ts'
import { queueMailsToReaders, sendArticles } from '#server/services/people/newsletter/announce-articles.ts'
import { isRecipient } from '#server/services/people/newsletter/segment.ts'
import { sendInvitations } from '#server/services/people/newsletter/send-invitations.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { periodOf } from './automations.ts'
import { listAutomations, type ConfiguredAutomation } from './set-automations.ts'

const MAX = 500
/** Prefix of the deduplication keys of automatic emails. The index `outbox_messages_automation` depends on it. */
const CAUSE = 'lifecycle'

type Sending = { automation: ConfiguredAutomation; maxEmails: number }

async function sendAutomation(ctx: ServiceContext, tx: Tx, { automation, maxEmails }: Sending): Promise<number> {
	const now = ctx.now()
	const { delayHours } = automation
	const period = periodOf(automation, now, { hours: delayHours })
	// Skips rows that another process has locked, so that a person is emailed only once.
	const { rows: readers } = await sql<{ id: string; email: string }>`select s.id, s.email from newsletter_subscriptions s
		where ${isRecipient} and not ${hadIssueThisWeek(ctx.content, now)} and ${automation.begins(period)} and ${automation.holds(now, delayHours)}
			and ${automation.name} <> all(s.sent_lifecycle_emails)
		order by s.id limit ${Math.min(maxEmails, MAX)} for no key update of s skip locked`.execute(tx)
	if (readers.length === 0) return 0
	const ids = readers.map(({ id }) => id)
	await sql`update newsletter_subscriptions set sent_lifecycle_emails = sent_lifecycle_emails || ${automation.name}::text where id = any(${ids}::uuid[])`.execute(
		tx,
	)
	await recordIssue(tx, readers, now)
	return queueMailsToReaders(ctx, tx, {
		compose: composeIssue(ctx.content, ctx.config, automation.text),
		readers,
		cause: `${CAUSE}:${automation.name}`,
	})
}

/** Sends lifecycle emails. Each person gets each of them once, and at most one email a week, including newsletters. */
export async function sendLifecycle(ctx: ServiceContext, maxEmails: number): Promise<number> {
	await loadSecrets(ctx)
	let sent = 0
	for (const automation of await listAutomations(ctx, ctx.db)) {
		const left = maxEmails - sent
		if (left > 0 && automation.isOn && automation.text.subject !== '')
			sent += await inTransaction(ctx.db, (tx) => sendAutomation(ctx, tx, { automation, maxEmails: left }))
	}
	return sent
}

/** Returns the reason not to send a queued lifecycle email; null for other emails. */
export async function findAutomationSkipReason(
	ctx: ServiceContext,
	tx: Tx,
	{ dedupeKey }: { dedupeKey: string | null },
): Promise<string | null> {
	const [cause, name, id = ''] = (dedupeKey ?? '').split(':')
	if (cause !== CAUSE) return null
	const automation = (await listAutomations(ctx, tx)).find((each) => each.name === name)
	if (!automation?.isOn) return 'rule-off'
	const holds = automation.holds(ctx.now(), automation.delayHours)
	const { rows } = await sql`select from newsletter_subscriptions s where s.id = ${id}::uuid and ${holds}`.execute(tx)
	return rows.length > 0 ? null : 'cause-gone'
}

/** Senders of bulk emails, by priority: emails that people asked to get once come before mailings. */
const SENDERS: Readonly<Record<string, (ctx: ServiceContext, capacity: number) => Promise<number>>> = {
	earlyAccess: notifyEarlyAccess,
	articles: sendArticles,
	issues: sendIssues,
	lifecycle: sendLifecycle,
	invitations: sendInvitations,
}

export async function sendBulkEmails(ctx: ServiceContext): Promise<LogFields> {
	let room = await bulkCapacity(ctx)
	const done: Record<string, number> = {}
	for (const [name, send] of Object.entries(SENDERS)) {
		done[name] = room > 0 ? await send(ctx, room) : 0
		room -= done[name]
	}
	return done
}

/** Returns the reason not to send a queued email, or null. */
export const findSkipReason = async (...mail: Parameters<typeof findAutomationSkipReason>): Promise<string | null> =>
	(await findAutomationSkipReason(...mail)) ?? findNotifyBlocker(...mail)
