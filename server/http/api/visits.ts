import { Hono } from 'hono'

import { VisitReportSchema } from '#contracts/visits.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { countStep } from '#server/services/people/visits/visit-counter.ts'

import { apiErrors } from './errors.ts'

/** Creates `/api/visits`. Browsers that send Do Not Track or Global Privacy Control are never counted. */
export function createVisitsApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.post('/', limitRate({ name: 'visits', points: 120, seconds: 600 }), limitBody(4 * 1024), async (c) => {
			const report = await readJson(c, VisitReportSchema)
			if (c.req.header('sec-gpc') !== '1' && c.req.header('dnt') !== '1') countStep(c.var.ctx, report)
			return c.body(null, 204)
		})
}
