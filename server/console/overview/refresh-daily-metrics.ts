import type { ServiceContext } from '#server/services/context.ts'
import { countDays } from '#server/services/operations/daily-metrics/count-days.ts'

/** Time budget for recomputing before the page shows a "still updating" notice. */
const PAGE_MS = 200

/**
 * Recomputes the days that changed since the last background run.
 * @returns true if all of them are up to date now
 */
export const refreshDailyMetrics = async (ctx: ServiceContext): Promise<boolean> => (await countDays(ctx, PAGE_MS)).isWhole
