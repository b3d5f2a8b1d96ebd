import { sql } from 'kysely'

import { isOfMainCourse, opensModule } from '#domain/gating/course-contents.ts'
import { type AcceptedEntries, acceptEntries, type CourseCatalog } from '#domain/progress/accept-entries.ts'
import { isSameEntry, mergeProgress } from '#domain/progress/merge-progress.ts'
import { entryId, type ProgressDetail, type ProgressEntry } from '#domain/progress/progress-entry.ts'
import { type Db, inTransaction, type Tx } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readOpened } from '#server/services/learning/entitlements/entitlements.ts'
import { Batcher } from '#server/services/platform/batching/batcher.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { readCourseCatalog } from './course-catalog.ts'

export const listProgress = (ctx: ServiceContext): Promise<ProgressEntry[]> => readProgressRows(ctx.db, requireLearnerId(ctx))

/** A learner's progress entry. `storedAt` is the server's time. */
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
	const existing = await lockLearners(tx, [userId])
	if (!existing.has(userId)) throw new ServiceError('unauthenticated', 'not_authenticated', 'Not authenticated')
}

const DAY_MS = 86_400_000

/**
 * Latest activity in a learner's rows of progress_entries. `stored_at` is exact to the day; `changed_at` depends on the browser's
 * clock, but is never in the future.
 */
export const lastActivity = sql<Date | null>`max(greatest(stored_at, changed_at))`

/** Returns the start of the UTC day this many days ago, to compare with `stored_at`, which is exact only to the day. */
export const startOfStoredDay = (now: Date, daysAgo: number): Date => new Date((Math.floor(now.getTime() / DAY_MS) - daysAgo) * DAY_MS)

/**
 * Writes progress entries. An existing entry keeps its first times. `stored_at`, which is indexed, changes once per UTC day, so that
 * PostgreSQL doesn't write to every index at each report.
 */
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
		set done = excluded.done, changed_at = excluded.changed_at, detail = excluded.detail,
			stored_at = case when progress_entries.stored_at < date_trunc('day', now(), 'UTC') then now() else progress_entries.stored_at end`.execute(
		tx,
	)
}

export type MergedProgress = { entries: ProgressEntry[]; refused: AcceptedEntries['refused'] }

export type ProgressMerge = { userId: string; reports: readonly ProgressEntry[]; nowMs: number; catalog: CourseCatalog }

function changedEntries(before: readonly ProgressEntry[], after: readonly ProgressEntry[]): ProgressEntry[] {
	const known = new Map(before.map((entry) => [entryId(entry), entry]))
	return after.filter((entry) => {
		const old = known.get(entryId(entry))
		return !old || !isSameEntry(old, entry)
	})
}

/**
 * Merges a batch in one transaction of three statements. A learner may be in the batch twice.
 * @returns null for an account that no longer exists although its token is still valid
 */
async function mergeAll(db: Db, merges: readonly ProgressMerge[]): Promise<(MergedProgress | null)[]> {
	const userIds = [...new Set(merges.map(({ userId }) => userId))].toSorted()
	const times = new Map(merges.map(({ userId, nowMs }) => [userId, new Date(nowMs)]))
	return inTransaction(db, async (tx) => {
		const existing = await lockLearners(tx, userIds)
		const before = await readProgressOf(tx, [...existing])
		const after = new Map(before)
		const results = merges.map(({ userId, reports, nowMs, catalog }) => {
			if (!existing.has(userId)) return null
			const held = after.get(userId) ?? []
			const { accepted, refused } = acceptEntries(held, reports, { catalog, nowMs })
			const entries = mergeProgress(held, accepted)
			after.set(userId, entries)
			return { entries, refused }
		})
		const written: LearnerEntry[] = [...after].flatMap(([userId, entries]) =>
			changedEntries(before.get(userId) ?? [], entries).map((entry) => ({ userId, entry, storedAt: times.get(userId) ?? new Date() })),
		)
		await writeProgressOf(tx, written)
		return results
	})
}

/** Merges the progress of many learners in as few transactions as possible. Each caller gets its result after the commit. */
export function createMergeQueue(db: Db) {
	const queue = new Batcher({
		run: (merges: readonly ProgressMerge[]) => mergeAll(db, merges),
		maxItems: 64,
		weigh: ({ reports }) => reports.length,
		maxWeight: 4000,
	})
	return {
		/** @throws ServiceError `not_authenticated` (401) if the account no longer exists; any database error from this merge */
		async add(merge: ProgressMerge): Promise<MergedProgress> {
			const merged = await queue.add(merge)
			if (merged) return merged
			throw new ServiceError('unauthenticated', 'not_authenticated', 'Not authenticated')
		},
	}
}

/**
 * Returns the catalog without modules of other courses that the learner can't open. For the main course and its tracks, the merge
 * itself checks the order.
 */
async function readOpenCatalog(ctx: ServiceContext, userId: string, reports: readonly ProgressEntry[]): Promise<CourseCatalog> {
	const catalog = readCourseCatalog(ctx.content)
	const sold = ctx.content.allGatedModules.filter((module) => !module.isFree && !isOfMainCourse(module))
	const named = sold.filter(({ id }) => reports.some(({ key }) => key.split('/', 1)[0] === String(id)))
	if (named.length === 0) return catalog
	const opened = await readOpened(ctx.db, userId)
	const closed = new Set(named.filter((module) => !opensModule(opened, module)).map(({ id }) => id))
	return { ...catalog, modules: catalog.modules.filter(({ id }) => !closed.has(id)) }
}

/**
 * Merges a browser's progress and returns the union of both sides. Unknown and locked entries are skipped and listed. Idempotent,
 * and safe in parallel.
 * @throws ServiceError `not_authenticated` (401) if no learner is signed in or the account no longer exists
 */
export async function mergeLearnerProgress(ctx: ServiceContext, reports: readonly ProgressEntry[]): Promise<MergedProgress> {
	const userId = requireLearnerId(ctx)
	const catalog = await readOpenCatalog(ctx, userId, reports)
	return ctx.state.of(createMergeQueue).add({ userId, reports, catalog, nowMs: ctx.now().getTime() })
}
