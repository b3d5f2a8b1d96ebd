import type { PlannerWeek } from '#domain/planner/planner-week.ts'
import type { ServiceContext } from '#server/context.ts'
import { learnerOf } from '#server/services/progress/learner-of.ts'

import { readPlannerRows } from './planner-rows.ts'

/** All weeks of the caller's account, newest first. */
export const listPlannerWeeks = (ctx: ServiceContext): Promise<PlannerWeek[]> => readPlannerRows(ctx.db, learnerOf(ctx))
