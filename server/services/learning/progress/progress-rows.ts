import { sql } from 'kysely'

import type { ProgressDetail, ProgressEntry } from '#domain/progress/progress-entry.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

export const listProgress = (ctx: ServiceContext): Promise<ProgressEntry[]> => readProgressRows(ctx.db, requireLearnerId(ctx))

/** Progress entry of a learner. `storedAt` is the server's time. */
export type LearnerEntry = { userId: string; entry: ProgressEntry; storedAt: Date }

/** Reads the progress of learners. Those without entries are missing from the map. */
export async function readProgressOf(db: Db | Tx, userIds: readonly string[]): Promise<Map<string, ProgressEntry[]>> {
	const held = new Map<string, ProgressEntry[]>()
	if (userIds.length === 0) return held
	const { rows } = await sql<{
		user_id: string
		kind: ProgressEntry['kind']
		key: string
		done: boolean
		changed_at: Date
		detail: ProgressDetail | null // only writeProgressOf writes the column
	}>`
		select user_id, kind, key, done, changed_at, detail from progress_entries
		where user_id = any (${userIds}::uuid[]) order by user_id, kind, key`.execute(db)
	for (const { user_id: userId, kind, key, done, changed_at: changedAt, detail } of rows) {
		const entries = held.get(userId) ?? []
		held.set(userId, entries)
		entries.push({ kind, key, done, changedAt: changedAt.getTime(), ...(detail === null ? {} : { detail }) })
	}
	return held
}

export const readProgressRows = async (db: Db | Tx, userId: string): Promise<ProgressEntry[]> =>
	(await readProgressOf(db, [userId])).get(userId) ?? []

/**
 * Serializes merges of the same learner. Locks in order of IDs, so that transactions with several learners can't deadlock.
 * @returns the learners whose account exists
 */
export async function lockLearners(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
	const { rows } = await sql<{ id: string }>`
		select id from auth.users where id = any (${userIds}::uuid[]) order by id for no key update`.execute(tx)
	return new Set(rows.map(({ id }) => id))
}

/** @throws ServiceError `not_authenticated` (401) if the account no longer exists although its token is still valid */
export async function lockLearner(tx: Tx, userId: string): Promise<void> {
	const present = await lockLearners(tx, [userId])
	if (!present.has(userId)) throw new ServiceError('unauthenticated', 'not_authenticated', 'Not authenticated')
}

/** Writes progress entries. An existing entry keeps its first times. */
export async function writeProgressOf(tx: Tx, entries: readonly LearnerEntry[]): Promise<void> {
	if (entries.length === 0) return
	const rows = JSON.stringify(
		entries.map(({ userId, entry, storedAt }) => ({
			...entry,
			user_id: userId,
			changed_at: new Date(entry.changedAt).toISOString(),
			first_stored_at: storedAt.toISOString(),
		})),
	)
	await sql`
		insert into progress_entries (user_id, kind, key, done, changed_at, detail, first_stored_at, first_changed_at)
		select user_id, kind, key, done, changed_at, detail, first_stored_at, changed_at
		from jsonb_to_recordset(${rows}::jsonb)
			as entry (user_id uuid, kind text, key text, done boolean, changed_at timestamptz, detail jsonb, first_stored_at timestamptz)
		on conflict (user_id, kind, key) do update
		set done = excluded.done, changed_at = excluded.changed_at, detail = excluded.detail, stored_at = now()`.execute(tx)
}
