import { sql } from 'kysely'

import type { ProgressDetail, ProgressEntry } from '#domain/progress/progress-entry.ts'
import type { Db, Tx } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'

/** Everything a learner's account holds, sorted as `mergeProgress` sorts. */
export async function readProgressRows(db: Db | Tx, userId: string): Promise<ProgressEntry[]> {
	const rows = await db
		.selectFrom('progress_entries')
		.select(['kind', 'key', 'done', 'changed_at', 'detail'])
		.where('user_id', '=', userId)
		.orderBy('kind')
		.orderBy('key')
		.execute()
	return rows.map(({ kind, key, done, changed_at, detail }) => ({
		kind,
		key,
		done,
		changedAt: changed_at.getTime(),
		...(detail === null ? {} : { detail: detail as ProgressDetail }), // only writeProgressRows writes the column
	}))
}

/**
 * Makes the merges of one learner take turns: each reads what the one before it wrote.
 * @throws ServiceError `unauthenticated` when the account is gone although its token still lives
 */
export async function lockLearner(tx: Tx, userId: string): Promise<void> {
	const user = await tx.selectFrom('auth.users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
	if (!user) throw new ServiceError('unauthenticated', 'not_authenticated', 'Not authenticated')
}

/** Writes entries that a merge decided on, all in one statement. What stood under the same kind and key is replaced. */
export async function writeProgressRows(tx: Tx, userId: string, entries: readonly ProgressEntry[]): Promise<void> {
	if (entries.length === 0) return
	const rows = JSON.stringify(entries.map((entry) => ({ ...entry, changed_at: new Date(entry.changedAt).toISOString() })))
	await sql`
		insert into progress_entries (user_id, kind, key, done, changed_at, detail)
		select ${userId}::uuid, kind, key, done, changed_at, detail
		from jsonb_to_recordset(${rows}::jsonb) as entry (kind text, key text, done boolean, changed_at timestamptz, detail jsonb)
		on conflict (user_id, kind, key) do update
		set done = excluded.done, changed_at = excluded.changed_at, detail = excluded.detail, stored_at = now()`.execute(tx)
}
