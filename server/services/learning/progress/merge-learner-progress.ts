import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { readCourseCatalog } from './course-catalog.ts'
import { createMergeQueue, type MergedProgress } from './merge-queue.ts'

/**
 * Merges a browser's reports and answers with the union of both sides. Reports that the course does not know, or that are in
 * a locked module, are left out and named; the rest is stored. Repeating a call changes nothing, and two browsers at once end
 * with the same record.
 * @throws ServiceError `unauthenticated` without a learner, and for one whose account is gone
 */
export async function mergeLearnerProgress(ctx: ServiceContext, reports: readonly ProgressEntry[]): Promise<MergedProgress> {
	const userId = requireLearnerId(ctx)
	const catalog = readCourseCatalog(ctx.content)
	return ctx.state.of(createMergeQueue).add({ userId, reports, catalog, nowMs: ctx.now().getTime() })
}
