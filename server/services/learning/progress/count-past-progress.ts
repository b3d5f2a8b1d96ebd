import { sql } from 'kysely'

import type { ServiceContext } from '#server/services/context.ts'

/** Maximum accounts per transaction, so that none of them waits long. */
const BATCH = 500
const JOB_MS = 20_000

/**
 * Counts the finished lessons of accounts from before migration 0364, within a time budget. Triggers count all others. Until this job is
 * done, these accounts count as not started. Remove the job with the migration that makes the column NOT NULL.
 * @returns `accounts`: the number counted now
 */
export async function countPastProgress({ db }: Pick<ServiceContext, 'db'>): Promise<{ accounts: number }> {
	const until = performance.now() + JOB_MS
	let accounts = 0
	do {
		const { numAffectedRows = 0n } = await sql`
			with taken as materialized (
				select id from auth.users where finished_lessons is null order by id limit ${BATCH} for no key update skip locked)
			update auth.users account set finished_lessons = reported.finished, last_active_at = greatest(account.last_active_at, reported.at)
			from taken cross join lateral (
				select count(*) filter (where kind = 'reading' and done) as finished, max(stored_at) as at
				from progress_entries where user_id = taken.id) reported
			where account.id = taken.id`.execute(db)
		accounts += Number(numAffectedRows)
		if (numAffectedRows < BATCH) break
	} while (performance.now() < until)
	return { accounts }
}
