import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { ownsAddress } from '#server/services/identity/accounts/user-record.ts'
import { isOpen } from '#server/services/learning/entitlements/entitlements.ts'

/** Days without activity after which a learner counts as inactive or stalled. */
export const STALLED_DAYS = 14

export const PROGRESS_STATES = ['none', 'active', 'inactive', 'done'] as const
export type ProgressState = (typeof PROGRESS_STATES)[number]

/**
 * Filters of a list of learners. A stalled learner has had access for `STALLED_DAYS`, has no certificate, and wasn't active in that time.
 * The console's Today page also lists buyers without an account (`listStalledLearners`).
 */
export const PROGRESS_FILTERS = [...PROGRESS_STATES, 'stalled'] as const
export type ProgressFilter = (typeof PROGRESS_FILTERS)[number]

export const parseProgressState = (text: string | null | undefined) => PROGRESS_STATES.find((each) => each === text) ?? null

export const PROGRESS_WORDS: Readonly<Record<ProgressFilter, string>> = {
	none: 'Not started',
	active: `Active in the last ${STALLED_DAYS} days`,
	inactive: `Inactive for ${STALLED_DAYS} days`,
	done: 'Has a certificate',
	stalled: 'Stalled',
}

/**
 * Returns an SQL condition on `auth.users as account`. Each account is in exactly one of `PROGRESS_STATES`. Uses the database's clock,
 * which also sets `last_active_at`, exact to the UTC day.
 * @param courseId the course of the certificate; null for any
 */
export function hasProgress(state: ProgressFilter, courseId: string | null = null): RawBuilder<SqlBool> {
	// A scalar subquery, because PostgreSQL would hash the whole table for EXISTS.
	const isDone = sql`(select true from certificates where certificates.user_id = account.id and revoked_at is null
		and (${courseId}::text is null or course_id = ${courseId}) limit 1) is true`
	if (state === 'done') return isDone as RawBuilder<SqlBool>
	const isRecent = sql`account.last_active_at >= date_trunc('day', now(), 'UTC') - make_interval(days => ${STALLED_DAYS})`
	const hadAccess = (whose: RawBuilder<unknown>) =>
		sql`(select true from entitlements where ${isOpen} and granted_at < now() - make_interval(days => ${STALLED_DAYS})
			and ${whose} limit 1) is true`
	const activity = {
		none: sql`account.last_active_at is null`,
		active: isRecent,
		inactive: sql`not ${isRecent}`,
		stalled: sql`coalesce(not ${isRecent}, true) and (${hadAccess(sql`user_id = account.id`)}
			or (${ownsAddress} and ${hadAccess(sql`user_id is null and email = account.email`)}))`,
	}
	return sql<SqlBool>`(${activity[state]} and not ${isDone})`
}
