import { sql } from 'kysely'

import { countRows, type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { type AudienceRules, audienceCondition } from '#server/services/people/newsletter/segment.ts'

import { type Audience, countAudience, type IssueRow } from './issues.ts'

/** PostgreSQL's code for a statement that took too long. */
const TOO_LONG = '57014'

/** Counts within a time limit. Returns null if it takes longer. */
async function countWithin<T>(db: Db, limitMs: number, count: (tx: Tx) => Promise<T>): Promise<T | null> {
	try {
		return await inTransaction(db, async (tx) => {
			await sql`select set_config('statement_timeout', ${String(limitMs)}, true)`.execute(tx)
			return count(tx)
		})
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === TOO_LONG) return null
		throw error
	}
}

/** Counts an audience within a time limit, because a form counts after each change. Returns null if it takes longer. */
export const countAudienceWithin = (db: Db, rules: AudienceRules, limitMs: number): Promise<Audience | null> =>
	countWithin(db, limitMs, (tx) => countAudience(tx, rules))

/** `learners`: those who match but aren't subscribers; null if unknown. */
export type AudienceReach = Audience & { learners: number | null }

const LEARNERS_LIMIT = 1001
/** Time limit for counting the learners who are left out. Without their number, the form still says that there may be some. */
const LEARNERS_MS = 500

/**
 * Counts the learners who match an audience, but aren't subscribers and so get no newsletter, up to `LEARNERS_LIMIT`. A source matches
 * none: only subscribers have one. Null if that takes too long.
 */
export const countLearnersLeftOut = (db: Db, rules: AudienceRules): Promise<number | null> =>
	countWithin(db, LEARNERS_MS, async (tx) => {
		const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
			select from (select email, null::text as source from auth.users where email is not null and deleted_at is null
				and coalesce(raw_app_meta_data ->> 'role', '') not in ('operator', 'support')) s
			where not exists (select from newsletter_subscriptions known where known.email = s.email and known.status = 'confirmed')
				and ${audienceCondition(rules)}
			limit ${LEARNERS_LIMIT}) as found`.execute(tx)
		return rows[0]?.count ?? 0
	})

/** Counts the subscribers who unsubscribed after an issue and before the next one. Issues sent at the same time get the same count. */
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
