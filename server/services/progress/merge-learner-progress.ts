import { acceptEntries, type AcceptedEntries } from '#domain/progress/accept-entries.ts'
import { isSameEntry, mergeProgress } from '#domain/progress/merge-progress.ts'
import { entryId, type ProgressEntry } from '#domain/progress/progress-entry.ts'
import type { ServiceContext } from '#server/context.ts'

import { readCourseCatalog } from './course-catalog.ts'
import { learnerOf } from './learner-of.ts'
import { lockLearner, readProgressRows, writeProgressRows } from './progress-rows.ts'

export type MergedProgress = { entries: ProgressEntry[]; refused: AcceptedEntries['refused'] }

/**
 * Takes over what a browser reports and answers with the union of both sides (DECISIONS, Learning area). Reports the course
 * does not know, or that lie in a locked module, are left out and named; the rest is stored. Repeating a call changes
 * nothing, and two browsers at once end with the same record.
 */
export async function mergeLearnerProgress(ctx: ServiceContext, reports: readonly ProgressEntry[]): Promise<MergedProgress> {
	const userId = learnerOf(ctx)
	const catalog = await readCourseCatalog()
	return ctx.db.transaction().execute(async (tx) => {
		await lockLearner(tx, userId)
		const held = await readProgressRows(tx, userId)
		const { accepted, refused } = acceptEntries(held, reports, { catalog, nowMs: ctx.now().getTime() })
		const entries = mergeProgress(held, accepted)
		await writeProgressRows(tx, userId, changedEntries(held, entries))
		return { entries, refused }
	})
}

function changedEntries(before: readonly ProgressEntry[], after: readonly ProgressEntry[]): ProgressEntry[] {
	const known = new Map(before.map((entry) => [entryId(entry), entry]))
	return after.filter((entry) => {
		const old = known.get(entryId(entry))
		return !old || !isSameEntry(old, entry)
	})
}
