import { sql } from 'kysely'

import { estimateEnd } from '#domain/newsletter/estimate-end.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { BULK_HOURS, isBulkHour, readDailyRoom } from '#server/services/messaging/outbox/enqueue-message.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import type { IssueRow } from './issues.ts'

const MEASURED_MS = 5 * 60_000

/** Counts the issue's emails that were sent in the last minutes, by emails that were queued shortly before. */
async function countRecent({ db, now }: ServiceContext, id: string): Promise<number> {
	const since = new Date(now().getTime() - MEASURED_MS)
	const { rows } = await sql<{ count: number }>`select count(*)::int as count from outbox_messages
		where created_at > ${new Date(since.getTime() - MEASURED_MS)} and sent_at > ${since} and issue_id = ${id}`.execute(db)
	return rows[0]?.count ?? 0
}

export type IssueProgress = {
	recipients: number
	/** Emails that have not left yet. */
	left: number
	/** The provider's rate or, once measured, the pace of the last minutes. */
	perHour: number
	/** When the last email leaves; null if nothing leaves at the moment, or it takes more than a year. */
	end: Date | null
}

/**
 * Estimates when an issue is finished, by the pace of the last minutes if that is slower than the provider's rate.
 * @param pending emails in the queue
 * @returns null for drafts, finished issues and those without a counted audience
 */
export async function readProgress(ctx: ServiceContext, issue: IssueRow, pending: number): Promise<IssueProgress | null> {
	const { state, recipients, queued, skipped, started_at: startedAt } = issue
	if (recipients === null || (state !== 'scheduled' && state !== 'sending' && state !== 'paused')) return null
	const now = ctx.now().getTime()
	const left = Math.max(0, recipients - queued - skipped) + pending
	const offered = ctx.config.email.bulkPerHour
	const isMeasured = state === 'sending' && isBulkHour(ctx) && startedAt !== null && now - startedAt.getTime() > MEASURED_MS
	const perHour = isMeasured ? Math.min(offered, ((await countRecent(ctx, issue.id)) * 3_600_000) / MEASURED_MS) : offered
	const room = await readDailyRoom(ctx)
	const begins = state === 'scheduled' && issue.starts_at ? Math.max(now, issue.starts_at.getTime()) : now
	const sending = { left, perHour, today: room.left, perDay: room.all, hours: BULK_HOURS, zone: siteZone(ctx.content) }
	const end = state === 'paused' || perHour === 0 ? null : estimateEnd(sending, begins)
	return { recipients, left, perHour, end: end === null ? null : new Date(end) }
}
