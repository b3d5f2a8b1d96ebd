import type { PlannerResponse } from '#contracts/planner.ts'
import { STORAGE_QUOTAS } from '#domain/storage/storage-quotas.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { readPlannerBytes, readPlannerPage } from './planner-rows.ts'

/**
 * Lists the learner's weeks, newest first, in pages.
 * @param before the previous page's `next`
 */
export async function listPlannerWeeks(ctx: ServiceContext, before: string | null): Promise<PlannerResponse> {
	const userId = requireLearnerId(ctx)
	const page = await readPlannerPage(ctx.db, userId, before)
	const { used } = await readPlannerBytes(ctx.db, userId, null)
	return { ...page, storage: { used, limit: STORAGE_QUOTAS.planner } }
}
