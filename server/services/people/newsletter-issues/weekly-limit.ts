import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import type { Tx } from '#server/db/database.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

/**
 * True for a subscriber with an issue this week, on `newsletter_subscriptions as s`. One issue a week at most was promised; weeks begin on
 * Monday, by the clocks of the academy.
 */
export const hadIssueThisWeek = (content: Content, now: Date): RawBuilder<SqlBool> =>
	sql`(s.last_issue_at is not null and date_trunc('week', s.last_issue_at at time zone ${siteZone(content)})
	>= date_trunc('week', ${now}::timestamptz at time zone ${siteZone(content)}))`

/** They have their issue of this week. */
export const recordIssue = (tx: Tx, readers: readonly { id: string }[], now: Date) =>
	sql`update newsletter_subscriptions set last_issue_at = ${now} where id = any(${readers.map(({ id }) => id)}::uuid[])`.execute(tx)
