import { countRows, type Db } from '#server/db/database.ts'

import type { IssueRow } from './issues.ts'

/**
 * Counts the subscribers who unsubscribed after an issue and before the next one. Issues that were sent at the same time share
 * them.
 */
export async function countUnsubscribed(
	db: Db,
	{ started_at: start, ended_at: end }: Pick<IssueRow, 'started_at' | 'ended_at'>,
): Promise<number> {
	if (start === null) return 0
	const left = db
		.selectFrom('newsletter_subscriptions')
		.where('status', '=', 'unsubscribed')
		.whereRef('unsubscribed_at', '>=', 'last_issue_at')
		.where('last_issue_at', '>=', start)
		.$if(end !== null, (query) => query.where('last_issue_at', '<=', end))
	return countRows(left)
}

export async function countMails(db: Db, id: string): Promise<Readonly<Record<string, number>>> {
	const rows = await db
		.selectFrom('outbox_messages')
		.select('status')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where('issue_id', '=', id)
		.groupBy('status')
		.execute()
	return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
}
