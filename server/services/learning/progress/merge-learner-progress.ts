import { isOfMainCourse, opensModule } from '#domain/gating/course-contents.ts'
import type { CourseCatalog } from '#domain/progress/accept-entries.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readOpened } from '#server/services/learning/entitlements/opened-contents.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { readCourseCatalog } from './course-catalog.ts'
import { createMergeQueue, type MergedProgress } from './merge-queue.ts'

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
