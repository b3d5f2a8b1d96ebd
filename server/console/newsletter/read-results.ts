import { sql } from 'kysely'

import { MARKETING_DAYS } from '#domain/privacy/periods.ts'
import { COUNT_LIMIT } from '#server/console/shell/lists.ts'
import type { ServiceContext } from '#server/services/context.ts'
import type { IssueRow } from '#server/services/people/newsletter-issues/issues.ts'

const DAY_MS = 86_400_000

/** Emails of an issue that weren't sent, counted up to the limit of lists. `heldBack`: the address unsubscribed or was suppressed before. */
type IssueResult = { failed: number; heldBack: number; waiting: number }

/** Counts the emails of issues that weren't sent. An issue has no result before it starts, or once its emails are deleted. */
export async function readIssueResults(
	{ db, now }: Pick<ServiceContext, 'db' | 'now'>,
	issues: readonly Pick<IssueRow, 'id' | 'started_at'>[],
): Promise<ReadonlyMap<string, IssueResult>> {
	const kept = new Date(now().getTime() - MARKETING_DAYS * DAY_MS)
	const ids = issues.filter(({ started_at: at }) => at !== null && at > kept).map(({ id }) => id)
	const count = (...states: readonly string[]) => sql`(select count(*)::int from (
		select from outbox_messages where issue_id = issue.id and status in (${sql.join(states)}) limit ${COUNT_LIMIT}) as counted)`
	const { rows } = await sql<IssueResult & { id: string }>`
		select issue.id, ${count('failed', 'bounced', 'unknown')} as failed, ${count('suppressed')} as "heldBack",
			${count('queued', 'sending')} as waiting
		from unnest(${ids}::uuid[]) as issue (id)`.execute(db)
	return new Map(rows.map(({ id, ...result }) => [id, result]))
}

const WEEK_MS = 7 * DAY_MS

/**
 * Counts the paid orders of recipients within a week after they got an issue, in the current mode (live or test).
 * @returns null before the issue has ended, or once its emails are deleted; `isOver`: the week is over for everyone
 */
export async function countOrdersAfter(
	{ db, now, payments }: Pick<ServiceContext, 'db' | 'now' | 'payments'>,
	{ id, ended_at: endedAt, started_at: startedAt }: Pick<IssueRow, 'id' | 'ended_at' | 'started_at'>,
): Promise<{ count: number; isOver: boolean } | null> {
	if (endedAt === null || startedAt === null || startedAt.getTime() < now().getTime() - MARKETING_DAYS * DAY_MS) return null
	const end = new Date(endedAt.getTime() + WEEK_MS)
	const { rows } = await sql<{ count: number }>`select count(distinct o.id)::int as count
		from orders o join outbox_messages m on m.to_address = o.email and m.issue_id = ${id} and m.status = 'sent'
			and o.paid_at >= m.sent_at and o.paid_at < m.sent_at + interval '7 days'
		where o.paid_at >= ${startedAt} and o.paid_at < ${end} and o.total_cents > 0 and o.livemode = ${payments.isLive}`.execute(db)
	return { count: rows[0]?.count ?? 0, isOver: end <= now() }
}
