import { Hono } from 'hono'

import { MergeProgressRequestSchema, type MergeProgressResponse, type ProgressResponse } from '#contracts/progress.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import { limitBody } from '#server/http/body-limit.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { readJson } from '#server/http/json-body.ts'
import { limitRate } from '#server/http/rate-limit.ts'
import { mergeLearnerProgress } from '#server/services/learning/progress/merge-learner-progress.ts'
import { listProgress } from '#server/services/learning/progress/progress-rows.ts'

import { apiErrors } from './errors.ts'
import { withLearner } from './with-actor.ts'

const present = (entries: readonly ProgressEntry[]) =>
	entries.map(({ detail, ...entry }) => (detail === undefined ? entry : { ...entry, detail: { ...detail } }))

/** Creates `/api/progress`. Every call affects only the caller's own progress. */
export function createProgressApi(): Hono<HttpEnv> {
	return new Hono<HttpEnv>()
		.onError(apiErrors)
		.use(limitBody(), withLearner)
		.get('/', async (c) => c.json({ entries: present(await listProgress(c.var.ctx)) } satisfies ProgressResponse))
		.post('/merge', limitRate({ name: 'progress-merge', points: 1200, seconds: 600 }), async (c) => {
			const { entries } = await readJson(c, MergeProgressRequestSchema)
			const merged = await mergeLearnerProgress(c.var.ctx, entries)
			const refused = merged.refused.map(({ entry, reason }) => ({ kind: entry.kind, key: entry.key, reason }))
			return c.json({ entries: present(merged.entries), refused } satisfies MergeProgressResponse)
		})
}
