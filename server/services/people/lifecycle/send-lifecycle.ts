import { sql } from 'kysely'

import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { LogFields } from '#server/kernel/logger.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { bulkCapacity } from '#server/services/messaging/outbox/enqueue-message.ts'
import { findNotifyBlocker, notifyEarlyAccess } from '#server/services/people/leads/notify-early-access.ts'
import { composeIssue } from '#server/services/people/newsletter-issues/issue-mail.ts'
import { hadIssueThisWeek, recordIssue, sendIssues } from '#server/services/people/newsletter-issues/send-issues.ts'
import { queueCopies, sendArticles } from '#server/services/people/newsletter/announce-articles.ts'
import { isRecipient } from '#server/services/people/newsletter/segment.ts'
import { sendInvitations } from '#server/services/people/newsletter/send-invitations.ts'
import { loadSecrets } from '#server/services/platform/keys/server-secret.ts'

import { formatDelay, type Automation, periodOf, type AutomationName, automationsOf } from './automations.ts'

/** A rule as the operator set it. */
export type AutomationSetting = { isOn: boolean; delayHours: number }

/** Reads how a rule is set. A rule without a row is off, and has its default delay. */
export async function readAutomationSettings(db: Db | Tx): Promise<(rule: Automation) => AutomationSetting> {
	const rows = await db.selectFrom('lifecycle_rules').select(['name', 'is_on', 'delay_hours']).execute()
	return ({ name, delay }) => {
		const row = rows.find((each) => each.name === name)
		return { isOn: row?.is_on ?? false, delayHours: row?.delay_hours ?? delay.hours }
	}
}

/** @throws ServiceError automation_without_text (422) */
export async function switchAutomation(
	ctx: ServiceContext,
	db: Db | Tx,
	{ name, isOn }: { name: AutomationName; isOn: boolean },
): Promise<void> {
	const isWritten = automationsOf(ctx.content).some((rule) => rule.name === name && rule.text.subject !== '')
	if (isOn && !isWritten)
		throw new ServiceError('unprocessable', 'automation_without_text', 'Write and publish its text first. Then you can turn it on.')
	const row = { is_on: isOn, changed_at: ctx.now() }
	await db
		.insertInto('lifecycle_rules')
		.values({ name, ...row })
		.onConflict((conflict) => conflict.column('name').doUpdateSet(row))
		.execute()
}

/** @throws ServiceError delay_refused (422) */
export async function setDelay(
	ctx: ServiceContext,
	db: Db | Tx,
	{ rule: { name, delay }, hours }: { rule: Automation; hours: number },
): Promise<void> {
	if (!Number.isInteger(hours) || hours < delay.least || hours > delay.most) {
		const message = `Enter a whole number, for a delay from ${formatDelay(delay.least)} to ${formatDelay(delay.most)}.`
		throw new ServiceError('unprocessable', 'delay_refused', message, { fields: { delay: message } })
	}
	const row = { delay_hours: hours === delay.hours ? null : hours, changed_at: ctx.now() }
	await db
		.insertInto('lifecycle_rules')
		.values({ name, is_on: false, ...row })
		.onConflict((conflict) => conflict.column('name').doUpdateSet(row))
		.execute()
}

const MAX = 500
/** Prefix of the deduplication keys of automatic emails. The index `outbox_messages_automation` depends on it. */
const CAUSE = 'lifecycle'

type Sending = { rule: Automation; delayHours: number; maxEmails: number }

async function sendRule(ctx: ServiceContext, tx: Tx, { rule, delayHours, maxEmails }: Sending): Promise<number> {
	const now = ctx.now()
	const period = periodOf(rule, now, { hours: delayHours })
	// Skips rows that another process has locked, so that a person is emailed only once.
	const { rows: readers } = await sql<{ id: string; email: string }>`select s.id, s.email from newsletter_subscriptions s
		where ${isRecipient} and not ${hadIssueThisWeek(ctx.content, now)} and ${rule.begins(period)} and ${rule.holds(now, delayHours)}
			and ${rule.name} <> all(s.sent_lifecycle_emails)
		order by s.id limit ${Math.min(maxEmails, MAX)} for no key update of s skip locked`.execute(tx)
	if (readers.length === 0) return 0
	const ids = readers.map(({ id }) => id)
	await sql`update newsletter_subscriptions set sent_lifecycle_emails = sent_lifecycle_emails || ${rule.name}::text where id = any(${ids}::uuid[])`.execute(
		tx,
	)
	await recordIssue(tx, readers, now)
	return queueCopies(ctx, tx, { compose: composeIssue(ctx.content, ctx.config, rule.text), readers, cause: `${CAUSE}:${rule.name}` })
}

/** Sends lifecycle emails. Each person gets each of them once, and at most one email a week, including newsletters. */
export async function sendLifecycle(ctx: ServiceContext, maxEmails: number): Promise<number> {
	await loadSecrets(ctx)
	const settingOf = await readAutomationSettings(ctx.db)
	let sent = 0
	for (const rule of automationsOf(ctx.content)) {
		const { isOn, delayHours } = settingOf(rule)
		const left = maxEmails - sent
		if (left > 0 && isOn && rule.text.subject !== '')
			sent += await inTransaction(ctx.db, (tx) => sendRule(ctx, tx, { rule, delayHours, maxEmails: left }))
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
	const rule = automationsOf(ctx.content).find((each) => each.name === name)
	if (!rule) return 'rule-off'
	const setting = (await readAutomationSettings(tx))(rule)
	if (!setting.isOn) return 'rule-off'
	const holds = rule.holds(ctx.now(), setting.delayHours)
	const { rows } = await sql`select from newsletter_subscriptions s where s.id = ${id}::uuid and ${holds}`.execute(tx)
	return rows.length > 0 ? null : 'cause-gone'
}

/** Bulk emails in the order of sending: people who requested a single email don't wait for mailings. */
const SENDERS: Readonly<Record<string, (ctx: ServiceContext, capacity: number) => Promise<number>>> = {
	earlyAccess: notifyEarlyAccess,
	articles: sendArticles,
	issues: sendIssues,
	lifecycle: sendLifecycle,
	invitations: sendInvitations,
}

export async function sendBulk(ctx: ServiceContext): Promise<LogFields> {
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
