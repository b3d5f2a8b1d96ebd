import { Hono } from 'hono'

import {
	MergePlannerRequestSchema,
	PlannerQuerySchema,
	PrintPlannerRequestSchema,
	type MergePlannerResponse,
	type PlannerResponse,
} from '#contracts/planner.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { oneAtATime } from '#server/http/one-at-a-time.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { mergePlannerWeek } from '#server/services/learning/planner/merge-planner-week.ts'
import { listPlannerWeeks } from '#server/services/learning/planner/planner-rows.ts'
import { printPlanner } from '#server/services/learning/planner/print-planner.ts'

import { apiErrors } from './errors.ts'
import { withLearner } from './with-actor.ts'

/** Creates `/api/planner`. Learners can access only their own weeks; the PDF is open to everyone and isn't stored. */
export function createPlannerApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.use(limitBody())
		.get('/', withLearner, limitRate({ name: 'planner-list', points: 1200, seconds: 600 }), oneAtATime, async (c) => {
			const { before = null } = PlannerQuerySchema.parse(c.req.query())
			return c.json((await listPlannerWeeks(c.var.ctx, before)) satisfies PlannerResponse)
		})
		.post('/merge', withLearner, limitRate({ name: 'planner-merge', points: 1200, seconds: 600 }), async (c) => {
			const report = await readJson(c, MergePlannerRequestSchema)
			return c.json((await mergePlannerWeek(c.var.ctx, report)) satisfies MergePlannerResponse)
		})
		.post('/pdf', limitRate({ name: 'planner-pdf', points: 20, seconds: 600 }), async (c) => {
			const plan = await readJson(c, PrintPlannerRequestSchema)
			const file = await printPlanner(c.var.ctx, plan)
			c.header('Content-Disposition', 'attachment; filename="weekly-planner.pdf"')
			return c.body(Uint8Array.from(file), 200, { 'Content-Type': 'application/pdf' })
		})
}
