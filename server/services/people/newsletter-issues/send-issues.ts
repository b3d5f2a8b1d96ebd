import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { estimateEnd } from '#domain/newsletter/estimate-end.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { BULK_HOURS, isBulkHour, readDailyBulkQuota } from '#server/services/messaging/outbox/enqueue-message.ts'
import { inBatches } from '#server/services/messaging/outbox/in-batches.ts'
import { queueMailsToReaders } from '#server/services/people/newsletter/announce-articles.ts'
import { audienceCondition, isRecipient, toAudienceRules } from '#server/services/people/newsletter/segment.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { composeIssue } from './issue-mail.ts'
import type { IssueRow } from './issues.ts'

/**
 * SQL condition on `newsletter_subscriptions as s`: the subscriber has had this week's issue. At most one a week was promised;
 * weeks start on Monday in the site's time zone.
 */
export const hadIssueThisWeek = (content: Content, now: Date): RawBuilder<SqlBool> =>
	sql`(s.last_issue_at is not null and date_trunc('week', s.last_issue_at at time zone ${siteZone(content)})
	>= date_trunc('week', ${now}::timestamptz at time zone ${siteZone(content)}))`

export const recordIssue = (tx: Tx, readers: readonly { id: string }[], now: Date) =>
	sql`update newsletter_subscriptions set last_issue_at = ${now} where id = any(${readers.map(({ id }) => id)}::uuid[])`.execute(tx)

/** Selects the earliest due issue, because issues are sent one after another. */
export const selectDueIssue = (db: Db, now: Date) =>
	db
		.selectFrom('newsletter_issues')
		.where('state', 'in', ['scheduled', 'sending'])
		.where('starts_at', '<=', now)
		.orderBy('starts_at')
		.orderBy('id')
		.limit(1)

/** Locks the earliest due issue and marks it as sending. Other processes skip it. */
async function claimIssue(ctx: ServiceContext, tx: Tx): Promise<IssueRow | undefined> {
	const now = ctx.now()
	const issue = await selectDueIssue(tx, now).selectAll().forUpdate().skipLocked().executeTakeFirst()
	if (issue?.state !== 'scheduled') return issue
	const begun = { state: 'sending', started_at: now, changed_at: now } as const
	await tx.updateTable('newsletter_issues').set(begun).where('id', '=', issue.id).execute()
	return { ...issue, ...begun }
}

/** Reads recipients in the order of their subscriptions. Subscribers who joined after sending started are not included. */
async function readNext({ content }: ServiceContext, tx: Tx, { issue, limit, now }: { issue: IssueRow; limit: number; now: Date }) {
	const { rows } = await sql<{ id: string; email: string; had_one: boolean }>`
		select s.id, s.email, ${hadIssueThisWeek(content, now)} as had_one from newsletter_subscriptions s
		where ${isRecipient} and s.confirmed_at <= ${issue.started_at ?? now}
			and s.id > ${issue.after_id ?? '00000000-0000-0000-0000-000000000000'}::uuid and ${audienceCondition(toAudienceRules(issue.segment))}
		order by s.id limit ${limit} for no key update of s`.execute(tx)
	return rows
}

/** @returns the number of recipients processed; null if no issue is due */
async function sendBatch(ctx: ServiceContext, tx: Tx, limit: number): Promise<number | null> {
	const issue = await claimIssue(ctx, tx)
	if (!issue) return null
	const now = ctx.now()
	const next = await readNext(ctx, tx, { issue, limit, now })
	const readers = next.filter((reader) => !reader.had_one)
	const compose = composeIssue(ctx.content, ctx.config, issue)
	const queued = await queueMailsToReaders(ctx, tx, { compose, readers, cause: `letter:${issue.id}`, issueId: issue.id })
	await recordIssue(tx, readers, now)
	await tx
		.updateTable('newsletter_issues')
		.set({
			queued: issue.queued + queued,
			skipped: issue.skipped + next.length - readers.length,
			after_id: next.at(-1)?.id ?? issue.after_id,
			...(next.length < limit && { state: 'sent', ended_at: now, changed_at: now }),
		})
		.where('id', '=', issue.id)
		.execute()
	return next.length
}

/**
 * @param maxRecipients limit of this run
 * @returns the number of recipients processed
 */
export const sendIssues = (ctx: ServiceContext, maxRecipients: number): Promise<number> =>
	inBatches(ctx, maxRecipients, (tx, limit) => sendBatch(ctx, tx, limit))

const MEASURED_MS = 5 * 60_000

/** Counts the issue's emails sent in the last minutes, ignoring those queued long before. */
async function countRecent({ db, now }: ServiceContext, id: string): Promise<number> {
	const since = new Date(now().getTime() - MEASURED_MS)
	const { rows } = await sql<{ count: number }>`select count(*)::int as count from outbox_messages
		where created_at > ${new Date(since.getTime() - MEASURED_MS)} and sent_at > ${since} and issue_id = ${id}`.execute(db)
	return rows[0]?.count ?? 0
}

export type IssueProgress = {
	recipients: number
	/** Number of emails not sent yet. */
	left: number
	/** The provider's rate or, once measured, the actual rate of the last minutes. */
	perHour: number
	/** Estimated time of the last email; null if none is being sent, or it takes more than a year. */
	end: Date | null
}

/**
 * Estimates when an issue will be finished, at the provider's rate, or at the actual rate of the last minutes if that is lower.
 * @param pending emails in the queue
 * @returns null for drafts, finished issues and those without a counted audience
 */
export async function readSendingProgress(ctx: ServiceContext, issue: IssueRow, pending: number): Promise<IssueProgress | null> {
	const { state, recipients, queued, skipped, started_at: startedAt } = issue
	if (recipients === null || (state !== 'scheduled' && state !== 'sending' && state !== 'paused')) return null
	const now = ctx.now().getTime()
	const left = Math.max(0, recipients - queued - skipped) + pending
	const offered = ctx.config.email.bulkPerHour
	const isMeasured = state === 'sending' && isBulkHour(ctx) && startedAt !== null && now - startedAt.getTime() > MEASURED_MS
	const perHour = isMeasured ? Math.min(offered, ((await countRecent(ctx, issue.id)) * 3_600_000) / MEASURED_MS) : offered
	const quota = await readDailyBulkQuota(ctx)
	const begins = state === 'scheduled' && issue.starts_at ? Math.max(now, issue.starts_at.getTime()) : now
	const sending = { left, perHour, today: quota.left, perDay: quota.all, hours: BULK_HOURS, zone: siteZone(ctx.content) }
	const end = state === 'paused' || perHour === 0 ? null : estimateEnd(sending, begins)
	return { recipients, left, perHour, end: end === null ? null : new Date(end) }
}
