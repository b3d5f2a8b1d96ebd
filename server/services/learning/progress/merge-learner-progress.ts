import { isOfMainCourse, opensModule } from '#domain/gating/course-contents.ts'
import { type AcceptedEntries, acceptEntries, type CourseCatalog } from '#domain/progress/accept-entries.ts'
import { isSameEntry, mergeProgress } from '#domain/progress/merge-progress.ts'
import { entryId, type ProgressEntry } from '#domain/progress/progress-entry.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readOpened } from '#server/services/learning/entitlements/entitlements.ts'
import { Batcher } from '#server/services/platform/batching/batcher.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { readCourseCatalog } from './course-catalog.ts'
import { type LearnerEntry, lockLearners, readProgressOf, writeProgressOf } from './progress-rows.ts'

export type MergedProgress = { entries: ProgressEntry[]; refused: AcceptedEntries['refused'] }

export type Merge = { userId: string; reports: readonly ProgressEntry[]; nowMs: number; catalog: CourseCatalog }

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
async function mergeAll(db: Db, merges: readonly Merge[]): Promise<(MergedProgress | null)[]> {
	const userIds = [...new Set(merges.map(({ userId }) => userId))].toSorted()
	const times = new Map(merges.map(({ userId, nowMs }) => [userId, new Date(nowMs)]))
	return inTransaction(db, async (tx) => {
		const present = await lockLearners(tx, userIds)
		const before = await readProgressOf(tx, [...present])
		const after = new Map(before)
		const results = merges.map(({ userId, reports, nowMs, catalog }) => {
			if (!present.has(userId)) return null
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
		run: (merges: readonly Merge[]) => mergeAll(db, merges),
		mostItems: 64,
		weigh: ({ reports }) => reports.length,
		mostWeight: 4000,
	})
	return {
		/** @throws ServiceError `not_authenticated` (401) if the account no longer exists; any database error of this merge */
		async add(merge: Merge): Promise<MergedProgress> {
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
