import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { readProgressRows } from './progress-rows.ts'

/** Lists all progress of the learner's account. */
export const listProgress = (ctx: ServiceContext): Promise<ProgressEntry[]> => readProgressRows(ctx.db, requireLearnerId(ctx))
