import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import type { Tx } from '#server/db/database.ts'
import { type Segment, SUBSCRIPTION_SOURCES } from '#server/services/people/newsletter/segment.ts'
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

/** Parses a segment from a form, a URL or a stored issue: `source`, `quiz` as `key:type`, `module`, `bought` as `yes` or `no`. */
export function toSegment(words: unknown): Segment {
	const { source, quiz, module, bought } = (words ?? {}) as Readonly<Record<string, string | undefined>>
	const [key = '', type = ''] = (quiz ?? '').split(':')
	const known = SUBSCRIPTION_SOURCES.find((each) => each === source)
	return {
		...(known && { source: known }),
		...(key !== '' && { quiz: { key, type } }),
		...(module && { finished: module }),
		...((bought === 'yes' || bought === 'no') && { bought: bought === 'yes' }),
	}
}
