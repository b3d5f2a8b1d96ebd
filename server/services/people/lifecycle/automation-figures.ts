import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { hadIssueThisWeek } from '#server/services/people/newsletter-issues/send-issues.ts'
import { isRecipient } from '#server/services/people/newsletter/segment.ts'

import { dueAt, periodOf } from './automations.ts'
import type { ConfiguredAutomation } from './set-automations.ts'

// Matches the condition of the index `outbox_messages_automation`, so that queries use it.
const isAutomatic = sql<boolean>`dedupe_key like 'lifecycle:%'`
const ruleName = sql<string>`split_part(dedupe_key, ':', 2)`

/** `stopped`: not sent, because its reason was gone or the recipient had unsubscribed. */
export type AutomationFigures = { sent: number; queued: number; failed: number; stopped: number }

const NONE: AutomationFigures = { sent: 0, queued: 0, failed: 0, stopped: 0 }
const FIGURE_OF: Readonly<Record<string, keyof AutomationFigures>> = {
	sent: 'sent',
	queued: 'queued',
	sending: 'queued',
	suppressed: 'stopped',
}

/** Counts the emails of each automation, as long as they are kept (`MARKETING_DAYS`). */
export async function readAutomationFigures(db: Db): Promise<(name: string) => AutomationFigures> {
	const { rows } = await sql<{ name: string; status: string; count: number }>`
		select ${ruleName} as name, status, count(*)::int as count from outbox_messages where ${isAutomatic} group by 1, 2`.execute(db)
	return (name) =>
		rows
			.filter((row) => row.name === name)
			.reduce((sum, { status, count }) => {
				const figure = FIGURE_OF[status] ?? 'failed'
				return { ...sum, [figure]: sum[figure] + count }
			}, NONE)
}

export const SHOWN_EMAILS = 10

/** Lists an automation's newest emails. */
export const listNewestEmails = (db: Db, name: string) =>
	db
		.selectFrom('outbox_messages')
		.select(['id', 'to_address', 'status', 'created_at', 'sent_at'])
		.where(isAutomatic)
		.where(sql<boolean>`${ruleName} = ${name}`)
		.orderBy('created_at', 'desc')
		.limit(SHOWN_EMAILS)
		.execute()

const AHEAD_HOURS = 24
/** Maximum subscribers examined to find the next recipients. */
const MAX_EXAMINED = 1000

/** `hadOne`: got another email this week, so this one can't go out before next week. */
export type NextRecipient = { id: string; email: string; dueAt: Date; hadOne: boolean }

/**
 * Lists the subscribers whose email is due now or within a day, the earliest first. Some may not get it after all, for example because
 * they finish the course first.
 * @returns `total`: at most `MAX_EXAMINED`
 */
export async function listNextAutomationRecipients(
	{ db, now, content }: ServiceContext,
	automation: ConfiguredAutomation,
): Promise<{ next: NextRecipient[]; total: number; isMore: boolean }> {
	const { delayHours } = automation
	const period = periodOf(automation, now(), { hours: delayHours, aheadHours: AHEAD_HOURS })
	const then = new Date(now().getTime() + AHEAD_HOURS * 3_600_000)
	const event: RawBuilder<unknown> = automation.event
	const { rows } = await sql<{ id: string; email: string; event: Date; had_one: boolean; total: number }>`
		select s.id, s.email, ${event} as event, ${hadIssueThisWeek(content, now())} as had_one, (count(*) over ())::int as total
		from (select * from newsletter_subscriptions s where ${isRecipient} and ${automation.begins(period)} and ${automation.holds(then, delayHours)}
			and ${automation.name} <> all(s.sent_lifecycle_emails) limit ${MAX_EXAMINED}) s
		order by event, s.id limit ${SHOWN_EMAILS}`.execute(db)
	const total = rows[0]?.total ?? 0
	return {
		next: rows.map((row) => ({ id: row.id, email: row.email, dueAt: dueAt(automation, row.event, delayHours), hadOne: row.had_one })),
		total,
		isMore: total === MAX_EXAMINED,
	}
}
