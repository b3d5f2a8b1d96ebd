import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import type { Tx } from '#server/db/database.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

/**
 * SQL condition on `newsletter_subscriptions as s`: the subscriber has had this week's issue. At most one a week was promised;
 * weeks start on Monday in the site's time zone.
 */
export const hadIssueThisWeek = (content: Content, now: Date): RawBuilder<SqlBool> =>
	sql`(s.last_issue_at is not null and date_trunc('week', s.last_issue_at at time zone ${siteZone(content)})
	>= date_trunc('week', ${now}::timestamptz at time zone ${siteZone(content)}))`

export const recordIssue = (tx: Tx, readers: readonly { id: string }[], now: Date) =>
	sql`update newsletter_subscriptions set last_issue_at = ${now} where id = any(${readers.map(({ id }) => id)}::uuid[])`.execute(tx)
