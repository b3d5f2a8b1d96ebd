import { isOfMainCourse, opensModule } from '#domain/gating/course-contents.ts'
import type { CourseCatalog } from '#domain/progress/course-catalog.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readOpened } from '#server/services/learning/entitlements/opened-contents.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { readCourseCatalog } from './course-catalog.ts'
import { createMergeQueue, type MergedProgress } from './merge-queue.ts'

/** Without the modules of further courses that the learner may not read. The main course and its tracks accept progress by their own rule, module after module. */
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
 * Merges a browser's reports and answers with the union of both sides. Reports that the course does not know, or that are in a locked
 * module, are left out and named; the rest is stored. Repeating a call changes nothing, and two browsers at once end with the same record.
 * @throws ServiceError `unauthenticated` without a learner, and for one whose account is gone
 */
export async function mergeLearnerProgress(ctx: ServiceContext, reports: readonly ProgressEntry[]): Promise<MergedProgress> {
	const userId = requireLearnerId(ctx)
	const catalog = await readOpenCatalog(ctx, userId, reports)
	return ctx.state.of(createMergeQueue).add({ userId, reports, catalog, nowMs: ctx.now().getTime() })
}
